__global__ void until(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = -1;
  for (int k = 0; k < n; ++k) {
    if (a[k] == i) {
      out[i] = k;
      return;
    }
  }
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  until<<<1, 64>>>(a, out, 40);
  return cudaDeviceSynchronize();
}
