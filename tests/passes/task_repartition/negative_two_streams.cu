// REFUSES: changes in several streams
__global__ void flux(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  if (from[e] % 2 == 0) out[e] += x[to[e]] - x[from[e]];
}

int main() {
  const int nodes = 300, edges = 1500;
  int *d_from, *d_to;
  float* d_x;
  float* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaStream_t even, odd;
  cudaStreamCreate(&even);
  cudaStreamCreate(&odd);
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64, 0, even>>>(d_from, d_to, d_x, d_out, edges);
    flux<<<(edges + 63) / 64, 64, 0, odd>>>(d_from, d_to, d_x, d_out, edges);
  }
  cudaFree(d_out);
}
