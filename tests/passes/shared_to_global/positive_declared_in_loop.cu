__global__ void rounds(const int *in, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    __shared__ int s[64];
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    out[i * 64 + threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
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
  rounds<<<1, 64>>>(in, out, 4);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
