__global__ void kinds(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  switch (i % 3) {
    case 0:
      for (int k = 0; k < n; ++k) s += a[k];
      break;
    case 1:
      s = 7;
      break;
    default:
      for (int k = 0; k < n; k += 2) s ^= a[k];
  }
  out[i] = s;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  kinds<<<1, 64>>>(a, out, 40);
  return cudaDeviceSynchronize();
}
