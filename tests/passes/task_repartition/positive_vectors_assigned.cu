#include <cstdio>
#include <vector>

__global__ void flux(const int* from, const int* to, const float* weight, const float4* x, float4* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const float4 a = x[from[e]], b = x[to[e]];
  out[e] = make_float4(b.x - a.x, weight[e] * b.y, a.z * b.z, b.w + a.w);
}

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges);
  std::vector<float4> x(nodes);
  for (int v = 0; v < nodes; ++v) x[v] = make_float4(v * 37 % 101, v % 7, v % 11, v);
  for (int e = 0; e < edges; ++e) {
    from[e] = e * 17 % nodes;
    to[e] = (from[e] + 1 + e % 3) % nodes;
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float* d_weight;
  float4 *d_x, *d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_x, nodes * sizeof(float4));
  cudaMalloc(&d_out, edges * sizeof(float4));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float4));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_from, d_to, d_weight, d_x, d_out, edges);
  }
  std::vector<float4> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float4), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (const float4& value : out) sum = sum * 0.5 + value.x + value.y - value.z * value.w;
  std::printf("%g\n", sum);
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_weight);
  cudaFree(d_x);
  cudaFree(d_out);
}
