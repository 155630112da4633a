#include <cstdio>
#include <vector>

__global__ void flux(const int* ends, const float* weight, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = weight[e] * (x[ends[2 * e]] - x[ends[2 * e + 1]]);
}

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> ends(2 * edges);
  std::vector<float> weight(edges), x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = v * 37 % 101;
  for (int e = 0; e < edges; ++e) {
    ends[2 * e] = e * 17 % nodes;
    ends[2 * e + 1] = (ends[2 * e] + 1 + e % 3) % nodes;
    weight[e] = e % 13;
  }
  int* d_ends;
  float *d_weight, *d_x, *d_out;
  cudaMalloc(&d_ends, 2 * edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_ends, ends.data(), 2 * edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_ends, d_weight, d_x, d_out, edges);
  }
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
