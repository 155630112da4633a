__shared__ int common[32];

__device__ int walk(int *p, int n) {
  common[n & 31] = n;
  return n == 0 ? *p : walk(p + 1, n - 1);
}

__global__ void recursive(int *out) {
  __shared__ int handed[32];
  __shared__ int own[32];
  int local[8];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) local[(i * t) & 7] = i;
  own[t] = local[t & 7];
  handed[t] = 1;
  common[t] = 2;
  out[t] = walk(handed, t) + own[t];
}

void run(int *out) { recursive<<<1, 32>>>(out); }
