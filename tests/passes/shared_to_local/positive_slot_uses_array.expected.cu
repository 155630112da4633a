__global__ void chain(const int *in, int *out, int n) {
  int next[8];
  const int t = threadIdx.x;
  for (int e = 0; e < 8; ++e) next[e] = (in[e * 32 + t] & 7);
  int at = 0;
  for (int i = 0; i < n; ++i) at = next[next[at]];
  out[t] = at;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  chain<<<1, 32>>>(in, out, 5);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
