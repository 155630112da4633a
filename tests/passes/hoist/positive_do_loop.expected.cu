__global__ void scale(unsigned *out, const unsigned *in) {
  unsigned k = threadIdx.x;
  const unsigned int in_value = in[0];
  do {
    out[k] = in_value + k;
    k += blockDim.x;
  } while (k < 4096);
}

int main() {
  unsigned *out;
  unsigned *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(unsigned));
  cudaMallocManaged(&in, 4096 * sizeof(unsigned));
  cudaMallocManaged(&first, 256 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (unsigned)(i % 13);
    in[i] = (unsigned)(i * 37 % 101);
  }
  for (int i = 0; i < 256; ++i) first[i] = i * 5 % 7;
  scale<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
