#define W 8
#define H 4

__global__ void tiles(const int *in, int *out, int n) {
  __shared__ int ring[3 * H * W];
  const int lane = threadIdx.y * W + threadIdx.x;
  int at = 0;
  for (int i = 0; i < n; ++i) {
    ring[at * (H * W) + lane] = in[i * 32 + lane];
    at = at == 2 ? 0 : at + 1;
  }
  out[lane] = ring[at * (H * W) + lane];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  tiles<<<1, dim3(W, H)>>>(in, out, 7);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
