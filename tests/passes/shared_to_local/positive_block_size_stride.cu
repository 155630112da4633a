// The stride is the block's size: the last element of a thread is read before the others.
__global__ void backwards(const int *in, int *out, int count) {
  __shared__ int kept[8 * 32];
  int tid = threadIdx.x;
  for (int e = 0; e < count; ++e) kept[e * blockDim.x + tid] = in[e * blockDim.x + tid];
  int sum = 0;
  for (int e = count - 1; e >= 0; --e) sum = sum * 3 + kept[e * blockDim.x + tid];
  out[tid] = sum;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  backwards<<<1, 32>>>(in, out, 8);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
