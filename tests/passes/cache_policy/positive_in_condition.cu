// SET: flags[i]=cg limits[i]=cg
__global__ void k(const int* flags, const int* limits, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (flags[i] != 0 && i < limits[i]) out[i] = 1;
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<int>(1024), filled<int>(1024), filled<int>(1024));
  return cudaDeviceSynchronize();
}
