__device__ void reverse(int *row) {
  for (int i = 0; i < 3; ++i) {
    int other = row[5 - i];
    row[5 - i] = row[i];
    row[i] = other;
  }
}

__global__ void mirrored(const int *in, int *out) {
  __shared__ int row[64][6];
  const int t = threadIdx.x;
  for (int i = 0; i < 6; ++i) row[t][i] = in[(t * 6 + i * 7) % 256];
  reverse(row[t]);
  out[t] = row[t][in[t] % 6] * 10 + row[t][in[0] % 6];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  mirrored<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
