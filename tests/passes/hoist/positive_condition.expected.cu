__global__ void scale(int *out, const int *in, const int *first) {
  int row = threadIdx.x;
  const int first_value = first[row];
  const int first_value2 = first[row + 1];
  for (int k = first_value; k < first_value2; ++k) out[row * 16 + k] = in[k] + 1;
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
  scale<<<1, 128>>>(out, in, first);
  return cudaDeviceSynchronize();
}
