#include <warpwright_runtime.h>
#include <vector>

__global__ void flux(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  if (from[e] < 100) out[e] = x[to[e]] - x[from[e]];
}

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = v * 37 % 101;
  for (int e = 0; e < edges; ++e) {
    from[e] = e * 17 % nodes;
    to[e] = (from[e] + 1 + e % 3) % nodes;
  }
  int *d_from, *d_to;
  float* d_x;
  float* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_from).gathers(d_to).updates(d_out).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges, stream);
    flux<<<(edges + 63) / 64, 64, 0, stream>>>(flux_tasks.at(d_from), flux_tasks.at(d_to), d_x, flux_tasks.at(d_out), edges);
    flux_tasks.end();
  }
  flux_tasks.stop();
  cudaDeviceSynchronize();
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_out);
}
