__global__ void tail(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  volatile int *v = s;
  out[t] = v[t] + s[s[0]];
}

void run(int *out) { tail<<<1, 64>>>(out); }
