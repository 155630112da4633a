#include <vector>

// Which nodes are looked at is in memory that the kernel writes: no index array tells.
__global__ void expand(const int* row, const int* edges, int* mask, const int* seen, int* cost, int nodes) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= nodes || mask[t] == 0) return;
  mask[t] = 0;
  for (int e = row[t]; e < row[t + 1]; ++e) {
    if (seen[edges[e]] == 0) atomicAdd(&cost[edges[e]], 1);
  }
}

int main(int words, char**) {
  const int nodes = 640;
  std::vector<int> row(nodes + 1), edges, mask(nodes);
  for (int v = 0; v < nodes; ++v) {
    mask[v] = v % 2;
    edges.push_back((v + 1) % nodes);
    edges.push_back((v + 2) % nodes);
    row[v + 1] = int(edges.size());
  }
  int *d_row, *d_edges, *d_mask, *d_seen, *d_cost;
  cudaMalloc(&d_row, row.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&d_mask, nodes * sizeof(int));
  cudaMalloc(&d_seen, nodes * sizeof(int));
  cudaMalloc(&d_cost, nodes * sizeof(int));
  cudaMemcpy(d_row, row.data(), row.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_seen, words > 1 ? 1 : 0, nodes * sizeof(int));
  cudaMemset(d_cost, 0, nodes * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    cudaMemcpy(d_mask, mask.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
    expand<<<nodes / 64, 64>>>(d_row, d_edges, d_mask, d_seen, d_cost, nodes);
  }
  cudaDeviceSynchronize();
}
