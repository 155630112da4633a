// A block's own rows: the counter begins with a product, and its end is a number without a sign.
__global__ void fill(int *out, const int *in, int rows, int columns) {
  for (int row = blockIdx.x * rows; row < blockIdx.x * rows + rows; row += 1) {
    out[row * columns + threadIdx.x] += in[(row % rows) * columns + threadIdx.x];
  }
}

int main() {
  int *out, *in;
  cudaMallocManaged(&out, 4 * 5 * 8 * sizeof(int));
  cudaMallocManaged(&in, 5 * 8 * sizeof(int));
  for (int i = 0; i < 160; ++i) out[i] = i;
  for (int i = 0; i < 40; ++i) in[i] = 3 * i;
  fill<<<4, 8>>>(out, in, 5, 8);
  fill<<<4, 8>>>(out, in, 1, 8);
  fill<<<4, 8>>>(out, in, 0, 8);
  return cudaDeviceSynchronize();
}
