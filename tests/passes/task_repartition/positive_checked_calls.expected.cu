#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>
#define CHECK(call)                                                    \
  do {                                                                 \
    if ((call) != cudaSuccess) std::printf("line %d failed\n", __LINE__); \
  } while (0)

__global__ void flux(const int* from, const int* to, const float* weight, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = weight[e] * (x[to[e]] - x[from[e]]);
}

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
  CHECK(cudaMalloc(&d_from, edges * sizeof(int)));
  CHECK(cudaMalloc(&d_to, edges * sizeof(int)));
  CHECK(cudaMalloc(&d_weight, edges * sizeof(float)));
  CHECK(cudaMalloc(&d_x, nodes * sizeof(float)));
  CHECK(cudaMalloc(&d_out, edges * sizeof(float)));
  CHECK(cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice));
  cudaMemset(d_out, 0, edges * sizeof(float));
  /* Tasks that share data share a block once their order is known; until then, and where that is slower, as before. */ warpwright::runtime::TaskOrder flux_tasks(edges, 64); flux_tasks.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_out).permutes(d_x, nodes).start(); for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges); flux<<<(edges + 63) / 64, 64>>>(flux_tasks.at(d_from), flux_tasks.at(d_to), flux_tasks.at(d_weight), flux_tasks.at(d_x), flux_tasks.at(d_out), edges); flux_tasks.end();
    CHECK(cudaGetLastError());
  } flux_tasks.stop();
  CHECK(cudaDeviceSynchronize());
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_weight);
  cudaFree(d_x);
  cudaFree(d_out);
}
