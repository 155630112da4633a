// REFUSES: No array of tasks subscripts data
struct Edge {
  const int from = 0, to = 0;
};

__global__ void flux(const Edge* edges, const float* x, float* out, int n) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  out[e] = x[edges[e].from] - x[edges[e].to];
}

int main() {
  const int nodes = 300, n = 1500;
  Edge* d_edges;
  float *d_x, *d_out;
  cudaMalloc(&d_edges, n * sizeof(Edge));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  for (int round = 0; round < 3; ++round) {
    flux<<<(n + 63) / 64, 64>>>(d_edges, d_x, d_out, n);
  }
  cudaFree(d_edges);
}
