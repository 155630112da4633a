// SET: *(skipped++,from+i)=cg *from=cs
__global__ void take(const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, skipped = 0;
  if (i > 0 and*from) to[i] = *(skipped++, from + i);
}
int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) {
    in[i] = i * 37 % 101 + 1;
    out[i] = 0;
  }
  take<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
