__device__ int board[64];

__global__ void mirror() {
  __shared__ int s[64];
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
  mirror<<<1, 64>>>();
  publish<<<1, 64>>>(out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
