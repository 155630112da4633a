#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>

struct Node {
  char kind;
  float value;
};
__global__ void flux(const int* from, const int* to, const float* weight, const Node* x, Node* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  Node a = x[from[e]];
  a.value += weight[e] * x[to[e]].value;
  out[e] = a;
}

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges);
  std::vector<Node> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = {char(v % 5), float(v)};
  for (int e = 0; e < edges; ++e) {
    from[e] = e * 17 % nodes;
    to[e] = (from[e] + 1 + e % 3) % nodes;
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float* d_weight;
  Node *d_x, *d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(Node));
  cudaMalloc(&d_out, edges * sizeof(Node));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(Node), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(Node));
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_from).gathers(d_to).reads(d_weight).updates(d_out).permutes(d_x, nodes).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges);
    flux<<<(edges + 63) / 64, 64>>>(flux_tasks.at(d_from), flux_tasks.at(d_to), flux_tasks.at(d_weight), flux_tasks.at(d_x), flux_tasks.at(d_out), edges);
    flux_tasks.end();
  }
  flux_tasks.stop();
  std::vector<Node> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(Node), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const Node& value : out) sum = sum * 0.5 + value.value + value.kind;
  std::printf("%g\n", sum);
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_weight);
  cudaFree(d_x);
  cudaFree(d_out);
}
