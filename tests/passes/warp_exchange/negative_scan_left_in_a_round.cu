// REFUSES: threads may make different rounds
__device__ int scan(int value, volatile int* s) {
  const int t = threadIdx.x, lane = t & 31;
  s[t] = value;
  if (lane >= 1) s[t] += s[t - 1];
  if (lane >= 2) s[t] += s[t - 2];
  if (lane >= 4) s[t] += s[t - 4];
  if (lane >= 8) s[t] += s[t - 8];
  if (lane >= 16) s[t] += s[t - 16];
  return s[t];
}

__global__ void sums(const int* in, int* out) {
  __shared__ int all[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 4; ++round) {
    if (in[i] == round) break;
    out[i] += scan(in[i] + round, all);
  }
}

void launch(const int* in, int* out) {
  sums<<<4, 128>>>(in, out);
}
