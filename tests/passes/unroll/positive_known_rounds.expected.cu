// SET: factor=20
__global__ void steps(const int* a, int* out) {
  const int rounds = 20;
  int s = threadIdx.x;
  #pragma unroll 20
  for (int k = 0; k < rounds; ++k) {
    if (s == 7) break;
    s += a[k * 64 + threadIdx.x];
  }
  #pragma unroll 20
  for (int k = 0; k < 100; ++k) s ^= a[k];
  out[threadIdx.x] = s;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  steps<<<1, 64>>>(a, out);
  return cudaDeviceSynchronize();
}
