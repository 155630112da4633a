__device__ int power(int x, int n) {
  int p = 1;
  for (int k = 0; k < n; ++k) p *= x;
  return p;
}
__global__ void powers(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < n; ++k)
    s += power(i, k);
  out[i] = s;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  powers<<<1, 64>>>(out, 40);
  return cudaDeviceSynchronize();
}
