// REFUSES: shared_to_local
__global__ void stack(const int *in, int *out, int n) {
  __shared__ int level[64][8];
  for (int i = 0; i < n; ++i) {
    int top = in[i] & 7;
    level[threadIdx.x][top] = i;
  }
  out[threadIdx.x] = level[threadIdx.x][n & 7];
}

void launch(const int *in, int *out) { stack<<<1, 64>>>(in, out, 3); }
