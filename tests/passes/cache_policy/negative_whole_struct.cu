// REFUSES: there is no __ldcg for `Node`
struct Node {
  int first;
  int count;
};

__global__ void k(const Node* nodes, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Node node = nodes[i];
  out[i] = node.first + node.count;
}

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
