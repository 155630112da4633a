// UNKNOWN: changes macros
#define J 1
#pragma push_macro("J")
#undef J
#define J 2
__global__ void add(int *out, const int *in, const int *first, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
#pragma pop_macro("J")
    out[row * 16 + k] = in[row] + first[row + J];
  }
}

int main() {
  int *out;
  int *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(int));
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&first, 256 * sizeof(int));
  add<<<1, 64>>>(out, in, first, 16);
  return cudaDeviceSynchronize();
}
