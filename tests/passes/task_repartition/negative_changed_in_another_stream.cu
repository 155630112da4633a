// REFUSES: perhaps while the launch runs
__global__ void flux(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[2 * e] = x[to[e]] - x[from[e]];
}
__global__ void count(float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) out[2 * e + 1] += 1;
}

int main() {
  const int nodes = 300, edges = 1500;
  int *d_from, *d_to;
  float* d_x;
  float* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, 2 * edges * sizeof(float));
  cudaStream_t even, odd;
  cudaStreamCreate(&even);
  cudaStreamCreate(&odd);
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64, 0, even>>>(d_from, d_to, d_x, d_out, edges);
    count<<<(edges + 63) / 64, 64, 0, odd>>>(d_out, edges);
  }
  cudaFree(d_out);
}
