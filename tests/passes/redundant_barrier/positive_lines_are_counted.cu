__global__ void number(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  s[threadIdx.x] += __LINE__;
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(const int *in, int *out) {
  number<<<1, 64>>>(in, out);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) {
    in[i] = i * 37 % 101 + 1;
    out[i] = 0;
  }
  launch(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
