// UNKNOWN: may wait for other threads
__device__ bool isOpen(const int *flag) {
  return __ldcg(flag) != 0;
}

__global__ void scale(int *out, const int *in, const int *flag, int n) {
  for (int k = 0; k < n; ++k) {
    while (!isOpen(flag + k)) {
    }
    out[threadIdx.x * 16 + k] = in[threadIdx.x];
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, first, 16);
}
