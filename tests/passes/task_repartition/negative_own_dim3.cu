// REFUSES: with a call
#include <cstdio>
#include <vector>

__global__ void flux(const int* from, const int* to, const float* weight, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = weight[e] * (x[to[e]] - x[from[e]]);
}

static int made = 0;
namespace my {
struct dim3 : ::dim3 {
  dim3(int blocks) : ::dim3(blocks) { ++made; }
};
}  // namespace my

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges), x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = v * 37 % 101;
  for (int e = 0; e < edges; ++e) {
    from[e] = e * 17 % nodes;
    to[e] = (from[e] + 1 + e % 3) % nodes;
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float *d_weight, *d_x, *d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float));
  for (int round = 0; round < 3; ++round) {
    flux<<<my::dim3((edges + 63) / 64), 64>>>(d_from, d_to, d_weight, d_x, d_out, edges);
  }
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g %d\n", sum, made);
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_weight);
  cudaFree(d_x);
  cudaFree(d_out);
}
