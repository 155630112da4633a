// KEEPS: tile: tile
#define N 16

__global__ void heat(const float *power, const float *in, float *out, int cols) {
  __shared__ float tile[N][N];
  float own;
  float next;
  int tx = threadIdx.x, ty = threadIdx.y;
  int at = (blockIdx.y * N + ty) * cols + blockIdx.x * N + tx;
  tile[ty][tx] = in[at];
  own = power[at];
  __syncthreads();
  int west = tx == 0 ? 0 : tx - 1;
  next = tile[ty][tx] + 0.5f * (own + tile[ty][west]);
  out[at] = next;
}

void launch(const float *power, const float *in, float *out) {
  dim3 grid(4, 4), block(N, N);
  heat<<<grid, block>>>(power, in, out, 64);
}
