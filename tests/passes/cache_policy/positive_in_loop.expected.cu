// SET: a[j*n+i]=cg
__global__ void k(const float* a, int n, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += __ldcg(&a[j * n + i]);
  out[i] = sum;
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<float>(8192), 64, filled<float>(1024));
  return cudaDeviceSynchronize();
}
