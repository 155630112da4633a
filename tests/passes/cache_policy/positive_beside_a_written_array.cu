// SET: edges[e]=cg
__global__ void k(const int* edges, const int* starts, int* cost) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = starts[i]; e < starts[i + 1]; ++e) cost[edges[e]] = cost[i] + 1;
}

void launch() {
  k<<<4, 128>>>(nullptr, nullptr, nullptr);
}
