// SET: *p=cg *(a+i)=cs
__global__ void k(const int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* p = a + i + 1;
  out[i] = __ldcg(p) + __ldcs(a + i);
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<int>(1024), filled<int>(1024));
  return cudaDeviceSynchronize();
}
