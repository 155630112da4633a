// REFUSES: is used: it depends on the order of tasks
__global__ void flux(const int* from, const int* to, const float* x, int* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const int ticket = ({ atomicAdd(&out[0], 1); });
  if (ticket < 9) atomicAdd(&out[to[e] % 7], static_cast<int>(x[to[e]]) + from[e]);
}

int main() {
  const int nodes = 300, edges = 1500;
  int *d_from, *d_to;
  float* d_x;
  int* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, 8 * sizeof(int));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_from, d_to, d_x, d_out, edges);
  }
  cudaFree(d_out);
}
