// UNKNOWN: hangs on `__CUDA_ARCH__`: other compilers, flags or devices may read other code
#if __CUDA_ARCH__ >= 800
#define AT(x) (x)
#else
#define AT(x) (63 - (x))
#endif

__global__ void k(float* a) {
  __shared__ float t[64];
  const int x = threadIdx.x;
  t[x] = a[x] + 1;
  __syncthreads();
  a[x] = t[AT(x)];
}

void launch(float* a) {
  k<<<1, 64>>>(a);
}
