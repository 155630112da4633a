// What a kernel that is not this one names hangs on the compiler.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value);
#endif
#ifdef __GNUC__
#define UNUSED __attribute__((unused))
#endif
#if __GNUC__ >= 5
#pragma GCC diagnostic ignored "-Wunused-function"
#endif

__global__ void other(double* sum) {
  atomicAdd(sum, 1.0);
}

__global__ void k(float* a) {
  float t;
  const int x = threadIdx.x;
  t = a[x] + 1;
  a[x] = t * 2;
}

void launch(float* a, double* sum) {
  k<<<1, 64>>>(a);
  other<<<1, 64>>>(sum);
}
