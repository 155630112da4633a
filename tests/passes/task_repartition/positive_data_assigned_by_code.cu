#include <cstdio>
#include <vector>

struct Node {
  float value, slope;
  template <class U>
  __host__ __device__ Node& operator=(U&& other) {
    value = other.value + 1;
    slope = other.slope * 2;
    return *this;
  }
};
__global__ void flux(const int* from, const int* to, const float* weight, Node* x, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  out[e] = weight[e] * (x[to[e]].value - x[from[e]].slope);
}
__global__ void advance(Node* x, int nodes) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < nodes) x[v].slope = 0.5f * x[v].slope + 1;
}
int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges);
  std::vector<Node> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v].value = x[v].slope = v * 37 % 101;
  for (int e = 0; e < edges; ++e) {
    from[e] = int(e * 17 % nodes);
    to[e] = int((e * 17 % nodes + 1 + e % 3) % nodes);
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float *d_weight, *d_out;
  Node* d_x;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(Node));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy((void*)d_x, x.data(), nodes * sizeof(Node), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_from, d_to, d_weight, d_x, d_out, edges);
    advance<<<(nodes + 63) / 64, 64>>>(d_x, nodes);
  }
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
