// The runtime library: kernels of several shapes in their own order and in a new one leave the same results.
#include <warpwright_runtime.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "check.h"

using warpwright::runtime::TaskOrder;

struct Edge {
  int from, to;
};

__global__ void difference(const int* from, const int* to, const float* weight, const float* state, float* flux, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) flux[e] = weight[e] * (state[to[e]] - state[from[e]]);
}
__global__ void countEnds(const Edge* edges, unsigned* degree, int count) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= count) return;
  atomicAdd(&degree[edges[e].from], 1u);
  atomicAdd(&degree[edges[e].to], 1u);
}
__global__ void addUp(const short* pairs, const double* state, double* sum, int count) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count && state[pairs[2 * t]] > 0.3) sum[t] += state[pairs[2 * t]] * state[pairs[2 * t + 1]];
}
__global__ void multiply(const int* row, const int* column, const float* value, const float* x, float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = row[r]; i < row[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}

// The same tasks with data in shared memory.
__global__ void differenceStaged(warpwright::runtime::Staged staged, const int* from, const int* to, const float* weight,
                                 const float* all, float* flux, int edges) {
  const auto state = staged.load(all, 0);
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges) flux[e] = weight[e] * (state[to[e]] - state[from[e]]);
}
__global__ void addUpStaged(warpwright::runtime::Staged staged, const short* pairs, const double* all, const float* more,
                            double* sum, int count) {
  const auto state = staged.load(all, 0);
  const auto other = staged.load(more, 1);
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count) sum[t] = state[pairs[2 * t]] * other[pairs[2 * t + 1]];
}
__global__ void multiplyStaged(warpwright::runtime::Staged staged, const int* row, const int* column, const float* value,
                               const float* all, float* y, int rows) {
  const auto x = staged.load(all, 0);
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = row[r]; i < row[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}

// Of 16 bytes; one may lie where no word of 16 bytes does.
struct Four {
  float at[4];
};
__global__ void spread(const int* from, const Four* state, Four* out, int count) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count) return;
  for (int k = 0; k < 4; ++k) out[t].at[k] = state[from[t]].at[k] + k;
}

int main() {
  const int nodes = 700, edges = 3000, block = 64, grid = (edges + block - 1) / block;
  std::mt19937 random(7);
  std::vector<int> from(edges), to(edges);
  std::vector<Edge> both(edges);
  std::vector<short> pairs(2 * edges);
  std::vector<float> weight(edges), state(nodes);
  std::vector<double> wide(nodes);
  for (int v = 0; v < nodes; ++v) wide[v] = state[v] = float(random() % 1024) / 1024;
  for (int e = 0; e < edges; ++e) {
    from[e] = random() % nodes;
    to[e] = (from[e] + 1 + random() % 5) % nodes;
    both[e] = {from[e], to[e]};
    pairs[2 * e] = from[e];
    pairs[2 * e + 1] = to[e];
    weight[e] = float(random() % 100);
  }
  int *d_from = onDevice(from), *d_to = onDevice(to);
  Edge* d_both = onDevice(both);
  short* d_pairs = onDevice(pairs);
  float *d_weight = onDevice(weight), *d_state = onDevice(state), *d_flux = onDevice(std::vector<float>(edges));
  double *d_wide = onDevice(wide), *d_sum = onDevice(std::vector<double>(edges, 0.25));
  unsigned* d_degree = onDevice(std::vector<unsigned>(nodes));

  TaskOrder flux(edges, block);
  flux.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_flux).start();
  CHECK(flux.plan() && flux.plan()->order);
  bool moved = false;
  for (int e = 0; e < edges; ++e) moved = moved || flux.plan()->order[e] != unsigned(e);
  CHECK(moved);
  for (int round = 0; round < 3; ++round) {
    flux.begin(grid, block, edges);
    CHECK(flux.usesNewOrder() && flux.at(d_from) != d_from && flux.at(d_state) == d_state);
    difference<<<grid, block>>>(flux.at(d_from), flux.at(d_to), flux.at(d_weight), d_state, flux.at(d_flux), edges);
    flux.end();
  }
  // A launch of other tasks keeps its arrays.
  flux.begin(grid, block, edges - 1);
  CHECK(!flux.usesNewOrder() && flux.at(d_flux) == d_flux);
  flux.end();
  flux.begin(grid - 1, block, edges);
  CHECK(!flux.usesNewOrder());
  flux.end();
  flux.stop();
  flux.begin(grid, block, edges);
  CHECK(!flux.usesNewOrder());
  const std::vector<float> fluxes = fromDevice(d_flux, edges);
  for (int e = 0; e < edges; ++e) CHECK(fluxes[e] == weight[e] * (state[to[e]] - state[from[e]]));

  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  TaskOrder ends(edges, block);
  ends.gathers(d_both, &Edge::from).gathers(d_both, &Edge::to).start();
  ends.begin(grid, block, edges, stream);
  CHECK(ends.usesNewOrder());
  countEnds<<<grid, block, 0, stream>>>(ends.at(d_both), d_degree, edges);
  ends.end();
  ends.stop();
  CUDA(cudaStreamSynchronize(stream));
  std::vector<unsigned> degree(nodes);
  for (const Edge& edge : both) ++degree[edge.from], ++degree[edge.to];
  CHECK(fromDevice(d_degree, nodes) == degree);

  {
    TaskOrder sums(edges, block);
    sums.gathers(d_pairs, 2).updates(d_sum).start();
    for (int round = 0; round < 2; ++round) {
      sums.begin(grid, block, edges);
      CHECK(sums.usesNewOrder());
      addUp<<<grid, block>>>(sums.at(d_pairs), d_wide, sums.at(d_sum), edges);
      sums.end();
    }
  }
  std::vector<double> sum(edges, 0.25);
  for (int round = 0; round < 2; ++round) {
    for (int e = 0; e < edges; ++e) sum[e] += wide[from[e]] > 0.3 ? wide[from[e]] * wide[to[e]] : 0;
  }
  CHECK(fromDevice(d_sum, edges) == sum);

  const int rows = 900;
  std::vector<int> row(rows + 1), column;
  for (int r = 0; r < rows; ++r) {
    for (int k = r % 5; k > 0; --k) column.push_back(random() % nodes);
    row[r + 1] = int(column.size());
  }
  std::vector<float> value(column.size());
  for (float& v : value) v = float(random() % 64);
  int *d_row = onDevice(row), *d_column = onDevice(column);
  float *d_value = onDevice(value), *d_y = onDevice(std::vector<float>(rows));
  TaskOrder lines(rows, 32);
  lines.rows(d_row).gathersInRows(d_column).readsInRows(d_value).writes(d_y).start();
  lines.begin((rows + 31) / 32, 32, rows);
  CHECK(lines.usesNewOrder());
  multiply<<<(rows + 31) / 32, 32>>>(lines.at(d_row), lines.at(d_column), lines.at(d_value), d_state, lines.at(d_y), rows);
  lines.end();
  lines.stop();
  const std::vector<float> y = fromDevice(d_y, rows);
  for (int r = 0; r < rows; ++r) {
    float expected = 0;
    for (int i = row[r]; i < row[r + 1]; ++i) expected += value[i] * state[column[i]];
    CHECK(y[r] == expected);
  }

  // Data in the order of the tasks, too: the same results, from other places.
  CUDA(cudaMemset(d_flux, 0, edges * sizeof(float)));
  TaskOrder moved_flux(edges, block);
  moved_flux.gathers(d_from).gathers(d_to).permutes(d_state, nodes).reads(d_weight).writes(d_flux).start();
  moved_flux.begin(grid, block, edges);
  CHECK(moved_flux.usesNewOrder() && moved_flux.at(d_state) != d_state);
  const std::vector<float> there = fromDevice(moved_flux.at(d_state), nodes);
  CHECK(there != state && std::is_permutation(there.begin(), there.end(), state.begin()));
  difference<<<grid, block>>>(moved_flux.at(d_from), moved_flux.at(d_to), moved_flux.at(d_weight), moved_flux.at(d_state),
                              moved_flux.at(d_flux), edges);
  moved_flux.end();
  CHECK(moved_flux.at(d_state) == d_state);
  moved_flux.stop();
  CHECK(fromDevice(d_flux, edges) == fluxes && fromDevice(d_from, edges) == from && fromDevice(d_state, nodes) == state);

  CUDA(cudaMemset(d_y, 0, rows * sizeof(float)));
  TaskOrder moved_lines(rows, 32);
  moved_lines.rows(d_row).gathersInRows(d_column, 3).permutes(d_state, nodes, 3).readsInRows(d_value).writes(d_y).start();
  moved_lines.begin((rows + 31) / 32, 32, rows);
  CHECK(moved_lines.usesNewOrder() && moved_lines.at(d_state) != d_state);
  multiply<<<(rows + 31) / 32, 32>>>(moved_lines.at(d_row), moved_lines.at(d_column), moved_lines.at(d_value),
                                     moved_lines.at(d_state), moved_lines.at(d_y), rows);
  moved_lines.end();
  moved_lines.stop();
  CHECK(fromDevice(d_y, rows) == y);

  // Two data, one of them with elements of eight bytes behind short subscripts; named twice, they move once.
  CUDA(cudaMemcpy(d_sum, std::vector<double>(edges, 0.25).data(), edges * sizeof(double), cudaMemcpyHostToDevice));
  TaskOrder moved_sums(edges, block);
  moved_sums.gathers(d_pairs, 2, 1).gathers(d_pairs, 2, 1).gathers(d_from).permutes(d_wide, nodes, 1).permutes(d_state, nodes);
  moved_sums.updates(d_sum).start();
  for (int round = 0; round < 2; ++round) {
    moved_sums.begin(grid, block, edges);
    CHECK(moved_sums.at(d_wide) != d_wide && moved_sums.at(d_state) != d_state);
    addUp<<<grid, block>>>(moved_sums.at(d_pairs), moved_sums.at(d_wide), moved_sums.at(d_sum), edges);
    moved_sums.end();
  }
  moved_sums.stop();
  CHECK(fromDevice(d_sum, edges) == sum);

  // Subscripts that lead out of the data, and subscripts of two data: those stay where they are.
  TaskOrder outside(edges, block);
  outside.gathers(d_from).gathers(d_to).permutes(d_state, nodes / 2).writes(d_flux).start();
  outside.begin(grid, block, edges);
  CHECK(outside.usesNewOrder() && outside.at(d_state) == d_state && fromDevice(outside.at(d_from), edges) != from);
  outside.end();
  outside.stop();
  TaskOrder twice(edges, block);
  twice.gathers(d_from).gathers(d_from, 1, 1).gathers(d_to).permutes(d_state, nodes).writes(d_flux).start();
  twice.begin(grid, block, edges);
  CHECK(twice.usesNewOrder() && twice.at(d_state) == d_state);
  twice.end();
  twice.stop();
  // Data in shared memory: of both ends, of several arrays behind short subscripts, of rows.
  CUDA(cudaMemset(d_flux, 0, edges * sizeof(float)));
  TaskOrder staged_flux(edges, block);
  staged_flux.gathers(d_from).gathers(d_to).stages<float>().stagedBy(differenceStaged).reads(d_weight).writes(d_flux).start();
  staged_flux.begin(grid, block, edges);
  CHECK(staged_flux.isStaged() && staged_flux.stagedBytes() > 0 && staged_flux.stagedBytes() <= 2 * block * sizeof(float));
  const std::vector<int> places = fromDevice(staged_flux.at(d_from), edges);
  for (int place : places) CHECK(place >= 0 && place < 2 * block);
  differenceStaged<<<grid, block, staged_flux.stagedBytes()>>>(staged_flux.staged(), staged_flux.at(d_from),
                                                               staged_flux.at(d_to), staged_flux.at(d_weight), d_state,
                                                               staged_flux.at(d_flux), edges);
  staged_flux.end();
  CHECK(!staged_flux.isStaged() && staged_flux.stagedBytes() == 0);
  // Blocks of another size have other places.
  staged_flux.begin(2 * grid, block / 2, edges);
  CHECK(!staged_flux.usesNewOrder() && !staged_flux.isStaged() && staged_flux.at(d_from) == d_from);
  staged_flux.end();
  staged_flux.stop();
  CHECK(fromDevice(d_flux, edges) == fluxes);

  TaskOrder staged_sums(edges, block);
  staged_sums.gathers(d_pairs, 2, 2).stages<double>(2).stages<float>(2).stagedBy(addUpStaged).writes(d_sum).start();
  staged_sums.begin(grid, block, edges);
  CHECK(staged_sums.isStaged());
  addUpStaged<<<grid, block, staged_sums.stagedBytes()>>>(staged_sums.staged(), staged_sums.at(d_pairs), d_wide, d_state,
                                                          staged_sums.at(d_sum), edges);
  staged_sums.end();
  staged_sums.stop();
  const std::vector<double> products = fromDevice(d_sum, edges);
  for (int e = 0; e < edges; ++e) CHECK(products[e] == wide[from[e]] * state[to[e]]);

  CUDA(cudaMemset(d_y, 0, rows * sizeof(float)));
  TaskOrder staged_lines(rows, 32);
  staged_lines.rows(d_row).gathersInRows(d_column).stages<float>().stagedBy(multiplyStaged).readsInRows(d_value).writes(d_y).start();
  staged_lines.begin((rows + 31) / 32, 32, rows);
  CHECK(staged_lines.isStaged());
  multiplyStaged<<<(rows + 31) / 32, 32, staged_lines.stagedBytes()>>>(
      staged_lines.staged(), staged_lines.at(d_row), staged_lines.at(d_column), staged_lines.at(d_value), d_state,
      staged_lines.at(d_y), rows);
  staged_lines.end();
  staged_lines.stop();
  CHECK(fromDevice(d_y, rows) == y);

  // More than a block has room for, no kernel, and subscripts of two data: the order alone.
  struct Large {
    char bytes[4096];
  };
  TaskOrder large(edges, block);
  large.gathers(d_from).gathers(d_to).stages<Large>().stagedBy(differenceStaged).writes(d_flux).start();
  large.begin(grid, block, edges);
  CHECK(large.usesNewOrder() && !large.isStaged());
  large.end();
  large.stop();
  TaskOrder unnamed(edges, block);
  unnamed.gathers(d_from).gathers(d_to).stages<float>().writes(d_flux).start();
  unnamed.begin(grid, block, edges);
  CHECK(unnamed.usesNewOrder() && !unnamed.isStaged());
  unnamed.end();
  unnamed.stop();
  TaskOrder both_data(edges, block);
  both_data.gathers(d_from).gathers(d_from, 1, 1).gathers(d_to).stages<float>().stagedBy(differenceStaged).writes(d_flux).start();
  both_data.begin(grid, block, edges);
  CHECK(both_data.usesNewOrder() && !both_data.isStaged());
  both_data.end();
  both_data.stop();
  CUDA(cudaMemcpy(d_sum, sum.data(), edges * sizeof(double), cudaMemcpyHostToDevice));
  // In pieces, data stays.
  CUDA(cudaMemset(d_flux, 0, edges * sizeof(float)));
  TaskOrder parts(edges, block);
  parts.gathers(d_from).gathers(d_to).permutes(d_state, nodes).reads(d_weight).writes(d_flux).start();
  parts.inPieces(4, [&](uint64_t count) {
    difference<<<(count + block - 1) / block, block>>>(parts.at(d_from), parts.at(d_to), parts.at(d_weight),
                                                       parts.at(d_state), parts.at(d_flux), int(count));
  });
  parts.stop();
  CHECK(fromDevice(d_flux, edges) == fluxes);

  // Elements of 16 bytes, and the same four bytes further.
  std::vector<float> fours(4 * nodes + 1);
  for (size_t i = 0; i < fours.size(); ++i) fours[i] = float(random() % 100);
  float *d_fours = onDevice(fours), *d_spread = onDevice(std::vector<float>(4 * edges + 1));
  for (int shift = 0; shift < 2; ++shift) {
    const Four* d_four = reinterpret_cast<const Four*>(d_fours + shift);
    Four* d_out = reinterpret_cast<Four*>(d_spread + shift);
    TaskOrder spreads(edges, block);
    spreads.gathers(d_from).permutes(d_four, nodes).writes(d_out).start();
    spreads.begin(grid, block, edges);
    CHECK(spreads.usesNewOrder() && spreads.at(d_four) != d_four);
    spread<<<grid, block>>>(spreads.at(d_from), spreads.at(d_four), spreads.at(d_out), edges);
    spreads.end();
    spreads.stop();
    const std::vector<float> out = fromDevice(d_spread, 4 * edges + 1);
    for (int t = 0; t < edges; ++t) {
      for (int k = 0; k < 4; ++k) CHECK(out[shift + 4 * t + k] == fours[shift + 4 * from[t] + k] + k);
    }
  }

  // Launched once: in pieces. The order is there at once in the engine: all tasks use it.
  CUDA(cudaMemset(d_flux, 0, edges * sizeof(float)));
  TaskOrder once(edges, block);
  once.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_flux).start();
  int launches = 0;
  once.inPieces(4, [&](uint64_t count) {
    difference<<<(count + block - 1) / block, block>>>(once.at(d_from), once.at(d_to), once.at(d_weight), d_state,
                                                       once.at(d_flux), int(count));
    ++launches;
  });
  once.stop();
  CHECK(launches == 1 && fromDevice(d_flux, edges) == fluxes);
  // Without an order: piece by piece.
  CUDA(cudaMemset(d_flux, 0, edges * sizeof(float)));
  TaskOrder pieces(edges, block);
  pieces.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_flux);
  pieces.inPieces(4, [&](uint64_t count) {
    difference<<<(count + block - 1) / block, block>>>(pieces.at(d_from), pieces.at(d_to), pieces.at(d_weight), d_state,
                                                       pieces.at(d_flux), int(count));
    ++launches;
  });
  CHECK(launches == 5 && fromDevice(d_flux, edges) == fluxes);

  // A pending error of the program stays its own.
  cudaMalloc(nullptr, 1);
  TaskOrder after(edges, block);
  after.gathers(d_from).gathers(d_to).start();
  after.stop();
  CHECK(cudaGetLastError() != cudaSuccess);
  std::puts("ok");
}
