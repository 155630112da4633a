#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>
#define HERE __LINE__
__global__ void flux(const int* from, const int* to, const float* weight, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = weight[e] * (x[to[e]] - x[from[e]]) + (HERE > 0);
}
__global__ void advance(float* x, int nodes) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes) x[v] = 0.5f * x[v] + 1;
}
int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges);
  std::vector<float> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = v * 37 % 101;
  for (int e = 0; e < edges; ++e) {
    from[e] = int(e * 17 % nodes);
    to[e] = int((e * 17 % nodes + 1 + e % 3) % nodes);
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float *d_weight, *d_out;
  float* d_x;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy((void*)d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float));
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_out).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges);
    flux<<<(edges + 63) / 64, 64>>>(flux_tasks.at(d_from), flux_tasks.at(d_to), flux_tasks.at(d_weight), d_x, flux_tasks.at(d_out), edges);
    flux_tasks.end();
    advance<<<(nodes + 63) / 64, 64>>>(d_x, nodes);
  }
  flux_tasks.stop();
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
