__global__ void scale(int *out, const int *__restrict__ in, int n) {
  out[threadIdx.x] = n;
  out[threadIdx.x + 64] = in[threadIdx.x];
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
  scale<<<1, 64>>>(out, in, 9);
  return cudaDeviceSynchronize();
}
