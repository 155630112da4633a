__global__ void kernel(const int *in, int *out) {
  __shared__ int s[2 * 64];
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) s[i * 64 + t] = in[t] + i + 3 * j;
  int sum = 0;
  for (int j = 0; j < 2; ++j) for (int i = 0; i < 2; ++i) sum = sum * 3 + s[j * 64 + t];
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
