// SET: b[i]=cg
__global__ void k(const float* a, const float* b, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __ldcg(&a[i]) + b[i];
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<float>(1024), filled<float>(1024), filled<float>(1024));
  return cudaDeviceSynchronize();
}
