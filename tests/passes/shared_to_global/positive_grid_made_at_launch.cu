__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  s[threadIdx.x] = in[64 * block + threadIdx.x];
  __syncthreads();
  out[64 * block + threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **) {
  static int host[12 * 64];
  for (int i = 0; i < 12 * 64; ++i) host[i] = i * 7 % 311;
  const int x = argc + 2, y = argc;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  turned<<<dim3(x, y + 3), 64>>>(in, out);
  turned<<<dim3(x, 1, 2), dim3(64)>>>(out, in);
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
