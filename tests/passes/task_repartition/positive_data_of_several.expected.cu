#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>

struct Pair {
  int to, kind;
};

__global__ void flux(const Pair* pairs, const float* table, const float* x, const double* z, float* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  const long long b = pairs[e].to;
  out[e] = table[pairs[e].kind] * (x[b] - float(z[b])) + x[b];
}

int main() {
  const int nodes = 300, edges = 1500, kinds = 13;
  std::vector<Pair> pairs(edges);
  std::vector<float> table(kinds), x(nodes);
  std::vector<double> z(nodes);
  for (int v = 0; v < nodes; ++v) z[v] = x[v] = v * 37 % 101;
  for (int k = 0; k < kinds; ++k) table[k] = k * 5 % 7;
  for (int e = 0; e < edges; ++e) pairs[e] = {(e * 17 + e % 3) % nodes, e * 5 % kinds};
  Pair* d_pairs;
  float *d_table, *d_x, *d_out;
  double* d_z;
  cudaMalloc(&d_pairs, edges * sizeof(Pair));
  cudaMalloc(&d_table, sizeof(float) * kinds);
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_z, nodes * sizeof(double));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_pairs, pairs.data(), edges * sizeof(Pair), cudaMemcpyHostToDevice);
  cudaMemcpy(d_table, table.data(), kinds * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), nodes * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_z, z.data(), nodes * sizeof(double), cudaMemcpyHostToDevice);
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_pairs, &Pair::kind).gathers(d_pairs, &Pair::to, 1).writes(d_out).permutes(d_table, kinds).permutes(d_x, nodes, 1).permutes(d_z, nodes, 1).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin((edges + 63) / 64, 64, edges);
    flux<<<(edges + 63) / 64, 64>>>(flux_tasks.at(d_pairs), flux_tasks.at(d_table), flux_tasks.at(d_x), flux_tasks.at(d_z), flux_tasks.at(d_out), edges);
    flux_tasks.end();
  }
  flux_tasks.stop();
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
