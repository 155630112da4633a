#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>

__global__ void flux(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const int i = from[e], j = to[e];
  out[2 * e] = x[i] * x[j];
  out[2 * e + 1] = x[i] * x[j] + x[i];
}
__global__ void advance(float* x, int nodes) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes) x[v] = 0.5f * x[v] + 1;
}
int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = v * 37 % 101 * 0.1f;
  for (int e = 0; e < edges; ++e) {
    from[e] = int(e * 17 % nodes);
    to[e] = int((e * 17 % nodes + 1 + e % 3) % nodes);
  }
  int *d_from, *d_to;
  float *d_x, *d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, 2 * edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy((void*)d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, 2 * edges * sizeof(float));
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_from).gathers(d_to).updates(d_out, 2).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges);
    flux<<<(edges + 63) / 64, 64>>>(flux_tasks.at(d_from), flux_tasks.at(d_to), d_x, flux_tasks.at(d_out), edges);
    flux_tasks.end();
    advance<<<(nodes + 63) / 64, 64>>>(d_x, nodes);
  }
  flux_tasks.stop();
  std::vector<float> out(2 * edges);
  cudaMemcpy(out.data(), d_out, 2 * edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
