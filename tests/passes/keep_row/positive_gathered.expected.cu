__global__ void norm(const float *x, float *out, int *at, int n) {
  float sum = 0;
  int at_kept[8];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) sum += x[(round < 8 ? at_kept[round] = at[i] : at[i])];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) out[i] = x[(round < 8 ? at_kept[round] : at[i])] - sum;
}

void launch(float *x, float *out, int *at, int n) { norm<<<1, 128>>>(x, out, at, n); }
