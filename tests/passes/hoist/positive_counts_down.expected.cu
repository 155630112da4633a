__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  const int in_value = (n - 1) >= 0 ? in[row] : 0;
  for (int k = n - 1; k >= 0; k--) out[row * 16 + k] = in_value ^ k;
}

int main() {
  int *out;
  int *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(int));
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&first, 256 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (int)(i % 13);
    in[i] = (int)(i * 37 % 101);
  }
  for (int i = 0; i < 256; ++i) first[i] = i * 5 % 7;
  scale<<<1, 64>>>(out, in, 16);
  scale<<<1, 64>>>(out, in, 0);
  return cudaDeviceSynchronize();
}
