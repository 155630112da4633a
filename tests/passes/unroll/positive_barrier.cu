__global__ void together(int* out, int n) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = out[t];
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    int left = part[(t + 1) % 64];
    __syncthreads();
    part[t] += left;
  }
  out[t] = part[t];
}
int main() {
  int *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  together<<<1, 64>>>(out, 40);
  return cudaDeviceSynchronize();
}
