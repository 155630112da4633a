__global__ void cube(const int *in, int *out, int a, int b) {
  int s[4][5];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 5; ++k) s[i][k] = in[i * 5 + k] + t;
  }
  out[t] = s[a][b] - s[b][a];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  cube<<<1, 16>>>(in, out, 3, 2);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
