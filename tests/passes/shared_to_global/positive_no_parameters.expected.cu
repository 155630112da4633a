__device__ int board[64];

__global__ void mirror(int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x];
  s[threadIdx.x] = board[threadIdx.x] + threadIdx.x;
  __syncthreads();
  board[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void publish(int *out) { out[threadIdx.x] = board[threadIdx.x]; }

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 1, 0);
  mirror<<<1, 64>>>(s_scratch);
  cudaFreeAsync(s_scratch, 0);
  publish<<<1, 64>>>(out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
