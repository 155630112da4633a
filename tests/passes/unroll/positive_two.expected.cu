__global__ void two(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  #pragma unroll 8
  for (int k = 0; k < n; ++k) s += a[k];
  int most = 0;
  #pragma unroll 8
  for (int k = n - 1; k >= 0; --k) {
    if (a[k] > most) most = a[k];
  }
  out[i] = s * i + most;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  two<<<1, 64>>>(a, out, 40);
  return cudaDeviceSynchronize();
}
