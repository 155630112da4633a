#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>

namespace mesh {
struct Node {
  float value, slope;
};
#define BLOCK 64
static __global__ void __launch_bounds__(BLOCK)
    flux(const int* __restrict__ from, const int* __restrict__ to, const float* weight,
         const Node* __restrict__ node, const double mass[], float* out, int edges = 1)
{
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    const int a = from[e], b = to[e];
    const float heavy = mass[a] > mass[b] ? 2 : 1;
    out[e] = weight[e] * (node[b].value - node[a].slope) * heavy;
  }
}

// flux with node and mass in shared memory: what tasks hold are places there.
static __global__ void __launch_bounds__(BLOCK)
    flux_staged(warpwright::runtime::Staged staged, const int* __restrict__ from, const int* __restrict__ to, const float* weight,
         const Node* __restrict__ node_all, const double mass_all[], float* out, int edges = 1)
{
  const auto node = staged.load(node_all, 0);
  const auto mass = staged.load(mass_all, 1);
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) {
    const int a = from[e], b = to[e];
    const float heavy = mass[a] > mass[b] ? 2 : 1;
    out[e] = weight[e] * (node[b].value - node[a].slope) * heavy;
  }
}
__global__ void advance(Node* node, double* mass, int nodes) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= nodes) return;
  node[v].value = 0.5f * node[v].value + 1;
  mass[v] = mass[v] * 0.75 + v % 3;
}
}  // namespace mesh

int main() {
  const int nodes = 300, edges = 1500;
  std::vector<int> from(edges), to(edges);
  std::vector<float> weight(edges);
  std::vector<mesh::Node> node(nodes);
  std::vector<double> mass(nodes);
  for (int v = 0; v < nodes; ++v) {
    node[v] = {float(v * 37 % 101), float(v * 19 % 41)};
    mass[v] = v * 13 % 17;
  }
  for (int e = 0; e < edges; ++e) {
    from[e] = e * 17 % nodes;
    to[e] = (from[e] + 1 + e % 3) % nodes;
    weight[e] = e % 13;
  }
  int *d_from, *d_to;
  float *d_weight, *d_out;
  mesh::Node* d_node;
  double* d_mass;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_weight, edges * sizeof(float));
  cudaMalloc(&d_node, nodes * sizeof(mesh::Node));
  cudaMalloc(&d_mass, nodes * sizeof(double));
  cudaMalloc(&d_out, edges * sizeof(float));
  cudaMemcpy(d_from, from.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_to, to.data(), edges * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weight, weight.data(), edges * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_node, node.data(), nodes * sizeof(mesh::Node), cudaMemcpyHostToDevice);
  cudaMemcpy(d_mass, mass.data(), nodes * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, edges * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const dim3 grid((edges + BLOCK - 1) / BLOCK), block(BLOCK);
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder flux_tasks(edges, 64);
  flux_tasks.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_out).stages<::mesh::Node>().stages<double>().stagedBy(mesh::flux_staged).start();
  for (int round = 0; round < 3; ++round) {
    flux_tasks.begin(grid, block, edges, stream);
    if (flux_tasks.isStaged()) {
      mesh::flux_staged<<<grid, block, flux_tasks.stagedBytes(), stream>>>(flux_tasks.staged(), flux_tasks.at(d_from), flux_tasks.at(d_to),
                                           flux_tasks.at(d_weight), d_node, d_mass, flux_tasks.at(d_out), edges);
    } else {
      mesh::flux<<<grid, block, 0, stream>>>(flux_tasks.at(d_from), flux_tasks.at(d_to),
                                           flux_tasks.at(d_weight), d_node, d_mass, flux_tasks.at(d_out), edges);
    }
    flux_tasks.end();
    mesh::advance<<<(nodes + 63) / 64, 64, 0, stream>>>(d_node, d_mass, nodes);
  }
  flux_tasks.stop();
  cudaStreamSynchronize(stream);
  std::vector<float> out(edges);
  cudaMemcpy(out.data(), d_out, edges * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : out) sum = sum * 0.5 + value;
  std::printf("%g\n", sum);
}
