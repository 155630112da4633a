__global__ void columns(const int *in, int *out, int k) {
  int bins[5];
  for (int i = 0; i < 5; ++i) bins[i] = 0;
  for (int i = 0; i < 4; ++i) ++bins[in[threadIdx.x * 4 + i] % k];
  int most = 0;
  for (int i = 1; i < k; ++i) most = bins[i] > bins[most] ? i : most;
  out[threadIdx.x] = most;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  columns<<<1, 64>>>(in, out, 5);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
