// REFUSES: default argument that reads threadIdx.x
__device__ int lane(int i = threadIdx.x) {
  return i * 3;
}

__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[lane() % 64];  // the index is spelled where `lane` is declared
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
