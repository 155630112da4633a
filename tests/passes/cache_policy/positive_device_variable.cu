// SET: table[i&63]=cg
__device__ float table[64];

__global__ void k(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[i & 63];
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<float>(1024));
  return cudaDeviceSynchronize();
}
