// REFUSES: a compiler must load it again
__global__ void scale(int *out, int *in, int n) {
  int row = threadIdx.x;
  in[row + 1] = row;
  __syncthreads();
  for (int k = 0; k < n; ++k) out[row * 16 + k] = in[row];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, (int *)in, 16);
}
