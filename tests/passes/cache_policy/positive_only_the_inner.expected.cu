// SET: columns[i]=cg
__global__ void k(const double* values, const int* columns, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = values[__ldcg(&columns[i])];
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<double>(1024), filled<int>(1024), filled<double>(1024));
  return cudaDeviceSynchronize();
}
