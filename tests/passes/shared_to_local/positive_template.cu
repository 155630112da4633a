template <int N, typename T>
__global__ void rotate(const T *in, T *out, int by) {
  __shared__ T kept[N * 32];
  for (int e = 0; e < N; ++e) kept[e * 32 + threadIdx.x] = in[e * 32 + threadIdx.x];
  int from = by % N;
  for (int e = 0; e < N; ++e) {
    out[e * 32 + threadIdx.x] = kept[from * 32 + threadIdx.x];
    from = from + 1 == N ? 0 : from + 1;
  }
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  rotate<4><<<1, 32>>>(in, out, 3);
  rotate<6><<<1, 32>>>(in, out, 5);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
