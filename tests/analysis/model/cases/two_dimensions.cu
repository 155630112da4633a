const int edge = 16;

__global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[edge][edge + 1];
  int x = blockIdx.x * edge + threadIdx.x, y = blockIdx.y * edge + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  tile[0][threadIdx.x] += 1;
  __syncthreads();
  out[x * width + y] = tile[threadIdx.x][threadIdx.y];
}

void run(const float *in, float *out, int n) {
  dim3 block(edge, edge);
  dim3 grid(n / edge, 8);
  transpose<<<grid, block>>>(in, out, n);
}
