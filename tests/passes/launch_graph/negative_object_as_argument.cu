// REFUSES: makes an object
int copies = 0;
struct Size {
  int n = 64;
  Size() = default;
  __host__ __device__ Size(const Size& other) : n(other.n) {
#ifndef __CUDA_ARCH__
    ++copies;
#endif
  }
};
__global__ void scale(float* x, Size size) {
  if (threadIdx.x < size.n) x[threadIdx.x] *= 0.5f;
}

void run(float* x, Size size, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, size);
  }
}
