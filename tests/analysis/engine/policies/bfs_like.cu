// One step of a breadth-first search a launch, over a graph whose edges lead anywhere.
#include <cuda_runtime.h>

struct Node {
  int first;
  int count;
};

__global__ void step(const Node *nodes, const int *edges, const int *frontier, int *next, int *cost, int level, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !frontier[v]) return;
  for (int e = nodes[v].first; e < nodes[v].first + nodes[v].count; ++e) {
    int to = edges[e];
    if (cost[to] < 0) {
      cost[to] = level + 1;
      next[to] = 1;
    }
  }
}

int main() {
  const int n = 16384, degree = 6;
  Node *nodes;
  int *edges, *cost, *frontier, *next;
  cudaMallocManaged(&nodes, n * sizeof(Node));
  cudaMallocManaged(&edges, n * degree * sizeof(int));
  cudaMallocManaged(&cost, n * sizeof(int));
  cudaMallocManaged(&frontier, n * sizeof(int));
  cudaMallocManaged(&next, n * sizeof(int));
  unsigned random = 1;
  for (int v = 0; v < n; ++v) {
    nodes[v] = {v * degree, degree};
    cost[v] = -1;
    for (int e = 0; e < degree; ++e) edges[v * degree + e] = (random = random * 1664525u + 1013904223u) >> 18;
  }
  cost[0] = 0;
  frontier[0] = 1;
  for (int level = 0; level < 7; ++level) {
    step<<<n / 256, 256>>>(nodes, edges, frontier, next, cost, level, n);
    cudaDeviceSynchronize();
    int *done = frontier;
    frontier = next;
    next = done;
    for (int v = 0; v < n; ++v) next[v] = 0;
  }
  return 0;
}
