__global__ void many(const int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  #pragma unroll 8
  for (int k = 0; k < 100; ++k) s += a[k] * i;
  out[i] = s;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  many<<<1, 64>>>(a, out);
  return cudaDeviceSynchronize();
}
