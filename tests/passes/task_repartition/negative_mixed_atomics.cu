// REFUSES: another kind of atomic operation
#include <cstdio>
#include <vector>

struct Edge {
  int from, to;
  float weight;
};

__global__ void degree(const Edge* edges, int* count, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  atomicAdd(&count[edges[t].from], 1);
  atomicMax(&count[edges[t].to], 7);
}

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<Edge> list(edges);
  for (int e = 0; e < edges; ++e) {
    list[e].from = e * 17 % nodes;
    list[e].to = (list[e].from + 1 + e % 3) % nodes;
    list[e].weight = e % 13;
  }
  Edge* d_edges = nullptr;
  int* d_count = 0;
  cudaMalloc((void**)&d_edges, edges * sizeof(Edge));
  cudaMalloc((void**)&d_count, nodes * sizeof(int));
  cudaMemcpy(d_edges, list.data(), edges * sizeof(Edge), cudaMemcpyHostToDevice);
  cudaMemset(d_count, 0, nodes * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    degree<<<(edges + 127) / 128, 128>>>(d_edges, d_count, edges);
  }
  std::vector<int> count(nodes);
  cudaMemcpy(count.data(), d_count, nodes * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int value : count) sum = sum * 3 + value;
  std::printf("%d\n", sum);
  cudaFree(d_edges);
  cudaFree(d_count);
}
