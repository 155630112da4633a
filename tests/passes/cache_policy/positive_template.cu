// SET: a[i]=cg
template <typename T>
__global__ void scale(const T* a, T* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] * T(2);
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  scale<<<4, 128>>>(filled<float>(1024), filled<float>(1024));
  scale<<<4, 128>>>(filled<double>(1024), filled<double>(1024));
  return cudaDeviceSynchronize();
}
