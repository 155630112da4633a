#include <vector>

__global__ void ring(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const int v = to[e];
  out[e] = x[v] - x[from[e]];
}

int main() {
  const int nodes = 3000;
  std::vector<int> from(nodes), to(nodes);
  for (int e = 0; e < nodes; ++e) {
    from[e] = e * 1201 % nodes;
    to[e] = (from[e] + 1) % nodes;
  }
  int *d_from, *d_to;
  float *d_x, *d_out;
  cudaMalloc(&d_from, nodes * sizeof(int));
  cudaMalloc(&d_to, nodes * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, nodes * sizeof(float));
  cudaMemcpy(d_from, from.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_x, 0, nodes * sizeof(float));
  ring<<<(nodes + 63) / 64, 64>>>(d_from, d_to, d_x, d_out, nodes);
}
