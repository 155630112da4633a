__global__ void boxes(const int *in, int *out) {
  __shared__ int line[16];
  const int box = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  line[threadIdx.x] = in[box * 16 + threadIdx.x];
  __syncthreads();
  out[box * 16 + threadIdx.x] = line[15 - threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  dim3 grid;
  grid.x = 2;
  grid.y = 2;
  grid.z = 3;
  boxes<<<grid, 16>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
