__global__ void boxes(const int *in, int *out, int (*line_scratch)[16]) {
  int (&line)[16] = line_scratch[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)];
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
  int (*line_scratch)[16] = nullptr;
  cudaMallocAsync(&line_scratch, sizeof(*line_scratch) * grid.x * grid.y * grid.z, 0);
  boxes<<<grid, 16>>>(in, out, line_scratch);
  cudaFreeAsync(line_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
