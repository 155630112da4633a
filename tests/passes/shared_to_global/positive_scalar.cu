__global__ void first(const int *in, int *out) {
  __shared__ int chosen;
  if (threadIdx.x == 0) chosen = in[blockIdx.x] % 32;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = in[chosen] + threadIdx.x;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  first<<<8, 32>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
