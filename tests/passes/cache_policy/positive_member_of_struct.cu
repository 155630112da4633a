// SET: nodes[i].first=cg nodes[i].count=cs
struct Node {
  int first;
  int count;
};

__global__ void k(const Node* nodes, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int e = nodes[i].first; e < nodes[i].first + nodes[i].count; ++e) out[e] = i;
}

void launch() {
  k<<<4, 128>>>(nullptr, nullptr);
}
