// UNKNOWN: hangs on `__GNUC__`: other compilers, flags or devices may read other code
#if __GNUC__ >= 5
#define THREADS 128
#else
#define THREADS 64
#endif

__global__ void k(float* a) {
  __shared__ float t[128];
  const int x = threadIdx.x;
  t[x] = a[x] + 1;
  __syncthreads();
  a[x] = t[x < 64 ? x : x - 64];
}

void launch(float* a) {
  k<<<1, THREADS>>>(a);
}
