__global__ void kernel(const int *in, int *out) {
  int t = threadIdx.x;
  { __shared__ int s[64]; s[t] = in[t]; __syncthreads(); out[t] = s[63 - t]; } { __shared__ int s[64]; s[t] = in[t]; out[t] += s[t]; }
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
