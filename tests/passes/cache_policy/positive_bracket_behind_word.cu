// SET: (from)[i]=cg
__global__ void empty(const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (not(from)[i]) to[i] = i;
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) {
    in[i] = i * 37 % 101 % 3;
    out[i] = 0;
  }
  empty<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
