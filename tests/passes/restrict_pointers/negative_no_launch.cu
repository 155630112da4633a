// UNKNOWN: No launch is seen
extern "C" __global__ void scale(int *out, const int *in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[threadIdx.x + k];
}
