__global__ void guarded(int *out, int n, int mode) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= n) return;
  if (t == 3 || n > 10) s[t] = 1;
  switch (mode) {
    case 0: s[t] = 2; break;
    case 1:
    case 2: s[t + 1] = 3; break;
    default: s[0] = 4;
  }
  int i = mode > 5 ? t : n;
  s[i] = 5;
  int j = t;
  if (n & 1) j = t * 2;
  out[j] = s[i];
  do {
    --j;
    s[j] = 6;
  } while (j > 0);
}

void run(int *out, int n) { guarded<<<1, 64>>>(out, n, 2); }
