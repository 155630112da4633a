__global__ void both(const int *in, int *out, int n) {
  __shared__ int shared[64];
  int own[3];
  const int t = threadIdx.x;
  shared[t] = in[t];
  for (int e = 0; e < n; ++e) own[e] = in[t + e];
  __syncthreads();
  int sum = shared[63 - t];
  for (int e = n - 1; e >= 0; --e) sum = 2 * sum + own[e];
  out[t] = sum;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  both<<<1, 64>>>(in, out, 3);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
