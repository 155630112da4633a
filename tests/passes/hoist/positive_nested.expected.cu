__global__ void scale(int *out, const int *in, int rows, int n) {
  int column = threadIdx.x;
  for (int row = 0; row < rows; ++row) {
    const int in_value = 0 < n ? in[column] : 0;
    const int in_value2 = 0 < n ? in[row] : 0;
    for (int k = 0; k < n; ++k) {
      out[(row * 4 + k) * 64 + column] += in_value + in_value2;
    }
  }
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
  scale<<<1, 64>>>(out, in, 8, 4);
  scale<<<1, 64>>>(out, in, 8, 0);
  return cudaDeviceSynchronize();
}
