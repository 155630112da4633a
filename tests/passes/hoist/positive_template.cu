template <typename T, int Width>
__global__ void scale(T *out, const int *in, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) out[row * Width + k] = in[row * Width + Width - 1] + k;
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
  scale<int, 16><<<1, 64>>>(out, in, 16);
  scale<long, 8><<<1, 64>>>((long *)out, in, 8);
  return cudaDeviceSynchronize();
}
