__global__ void kernel(const int *in, int *out) {
  int s[2];
  int t = threadIdx.x;
  #pragma unroll
  for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) s[i] = in[t] + i + 3 * j;
  int sum = 0;
  #pragma unroll
  for (int j = 0; j < 2; ++j) for (int i = 0; i < 2; ++i) sum = sum * 3 + s[j];
  out[t] = sum;
}

int main() {
  static int host[64];
  for (int i = 0; i < 64; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(in, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 64 * sizeof(int));
  kernel<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
