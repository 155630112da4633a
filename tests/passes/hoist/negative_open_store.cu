// UNKNOWN: is not known
__global__ void scale(int **out, const int *in, int n) {
  for (int k = 0; k < n; ++k) out[k][threadIdx.x] = in[threadIdx.x];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>((int **)out, in, 16);
}
