// UNKNOWN: orders what the threads of a warp write
__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[row * 16 + k] = in[row];
    __syncwarp();
  }
}

void launch(int *out, const int *in) {
  scale<<<1, 64>>>(out, in, 16);
}
