__global__ void steps(const int* next, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i, count = 0;
  while (count < n) {
    at = next[at];
    ++count;
  }
  out[i] = at;
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  steps<<<1, 64>>>(a, out, 40);
  return cudaDeviceSynchronize();
}
