__global__ void scale(int *out, int *in, int *first) {
  int k = 0;
  const int first_value = first[threadIdx.x];
  while (k < first_value) {
    out[threadIdx.x * 16 + k] = in[k];
    k++;
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
  scale<<<1, 128>>>(out, in, first);
  return cudaDeviceSynchronize();
}
