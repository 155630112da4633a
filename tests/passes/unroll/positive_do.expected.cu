__global__ void halves(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i + n, count = 0;
  #pragma unroll 8
  do {
    x = x / 2;
    ++count;
  } while (x > 0);
  out[i] = count;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  halves<<<1, 64>>>(out, 40);
  return cudaDeviceSynchronize();
}
