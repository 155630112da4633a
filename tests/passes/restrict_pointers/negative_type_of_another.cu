// REFUSES: line 2 takes the type of `in`
__global__ void scale(int *out, const int *in, decltype(in) first, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k];
  if (n == 0) first = out;
  if (n > 9) out[0] = first[0];
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
  scale<<<1, 64>>>(out, in, first, 9);
  return cudaDeviceSynchronize();
}
