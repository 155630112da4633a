__global__ void scale(int *out, const int *in, const int *count) {
  const int count_value = *count;
  for (int k = threadIdx.x; k < count_value; k += blockDim.x) out[k] = in[k] * 3;
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
  first[0] = 1000;
  scale<<<1, 64>>>(out, in, first);
  return cudaDeviceSynchronize();
}
