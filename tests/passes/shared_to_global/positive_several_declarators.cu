__global__ void pairs(const int *in, int *out) {
  __shared__ int left[32], right[32];
  left[threadIdx.x] = in[threadIdx.x];
  right[threadIdx.x] = in[threadIdx.x + 32];
  __syncthreads();
  out[threadIdx.x] = left[31 - threadIdx.x] * right[(threadIdx.x + 1) % 32];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  pairs<<<1, 32>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
