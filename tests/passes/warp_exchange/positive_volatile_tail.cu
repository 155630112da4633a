__global__ void sum(const int* in, int* out, int n) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = 64; s > 32; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* all = part;
    all[t] += all[t + 32];
    all[t] += all[t + 16];
    all[t] += all[t + 8];
    all[t] += all[t + 4];
    all[t] += all[t + 2];
    all[t] += all[t + 1];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

void launch(const int* in, int* out) {
  sum<<<4, 128>>>(in, out, 5);
}
