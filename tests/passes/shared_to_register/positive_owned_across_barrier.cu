// The first barrier orders `inputs` and nothing of `products`, which only its own thread touches until the second one.
// KEEPS: products: stays shared
__global__ void weigh(const float *in, float *weights, float *sums, int height) {
  __shared__ float inputs[16];
  __shared__ float products[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int index = (blockIdx.x * 16 + ty) * 16 + tx;
  if (tx == 0) inputs[ty] = in[blockIdx.x * 16 + ty];
  products[ty][tx] = weights[index];
  __syncthreads();
  products[ty][tx] = products[ty][tx] * inputs[ty];  // of this thread
  __syncthreads();
  for (int i = 1; i < 16; i *= 2) {
    if (ty % (2 * i) == 0) products[ty][tx] += products[ty + i][tx];
    __syncthreads();
  }
  weights[index] = products[ty][tx];
  if (ty == 0) sums[blockIdx.x * 16 + tx] = products[0][tx];
}

void run(const float *in, float *weights, float *sums) { weigh<<<4, dim3(16, 16)>>>(in, weights, sums, 64); }
