__device__ void put(int *p, int i, int v) { p[i] = v; }
__device__ int get(const int *p) { return *p; }
__device__ __noinline__ int both(int *p, int i) {
  put(p, i, 1);
  return get(p + i);
}

__global__ void calls(int *out) {
  __shared__ int a[32];
  __shared__ int b[32];
  int t = threadIdx.x;
  put(a, t, 2);
  out[t] = both(b, t) + get(&a[31 - t]);
  int *alias = a + 1;
  alias[t] = 3;
  *alias = 4;
  for (int *p = a + t; p < a + 32; p += 8) *p = 5;
}

void run(int *out) { calls<<<1, 32>>>(out); }
