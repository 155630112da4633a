#include <warpwright_runtime.h>
__global__ void flux(const int* from, const int* to, const float* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  if (from[e] < 100) out[e] = x[to[e]] - x[from[e]];
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
  cudaFree(d_out);
}
