#include "tests/passes/property/directed_kernels.h"

namespace {

/// Elements whose numbers follow no simple step, and what threads must not take for their own among them.
void addSpelledSlots(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("slots_halved", R"(  __shared__ int a[4 * 32];
  for (int r = 0; r < 4; ++r) a[t + r * 32] = in[t + r] + r;
  for (int r = 0; r <= 6; r += 2) acc = acc * 7 + a[t + (r >> 1) * 32];
)",
                         "2, 32"));
  all.push_back(kernelOf("slots_while", R"(  __shared__ int a[4 * 32];
  int r = 0;
  while (r < 4) { a[t + r * 32] = in[t + r]; r++; }
  r = 0;
  do { acc = acc * 3 + a[t + r * 32]; } while (++r < 4);
)",
                         "2, 32"));
  all.push_back(kernelOf("slots_nested", R"(  __shared__ int a[6][32];
  for (int x = 0; x < 2; ++x) for (int y = 0; y < 3; ++y) a[x * 3 + y][t] = in[t] + x * 10 + y;
  for (int y = 0; y < 3; ++y) for (int x = 1; x >= 0; --x) acc = acc * 3 + a[y + 3 * x][t];
)",
                         "2, 32"));
  all.push_back(kernelOf("slots_of_two_buffers", R"(  __shared__ int a[2][32];
  a[0][t] = in[t];
  for (int r = 0; r < 5; ++r) a[(r + 1) & 1][t] = a[r & 1][t] * 3 + r;
  acc += a[1][t];
)",
                         "2, 32"));
  all.push_back(kernelOf("slots_of_two_buffers_shared", R"(  __shared__ int a[2][32];
  a[0][t] = in[t];
  for (int r = 0; r < 5; ++r) {
    __syncthreads();
    a[(r + 1) & 1][t] = a[r & 1][t ^ 1] * 3 + r;
  }
  acc += a[1][t];
)",
                         "2, 32"));
  all.push_back(kernelOf("slots_one_round_of_another", R"(  __shared__ int a[4][32];
  for (int r = 0; r < 4; ++r) a[(r * 3) & 3][t] = in[t + r];
  __syncthreads();
  for (int r = 0; r < 4; ++r) acc = acc * 5 + a[(r + 1) & 3][r == 2 ? 31 - t : t];
)",
                         "2, 32"));
  all.push_back(kernelOf("array_in_structure", R"(  struct Row { int cell[3], sum; };
  __shared__ Row a[32];
  for (int r = 0; r < 3; ++r) a[t].cell[r] = in[t + r];
  a[t].sum = k;
  acc += a[t].cell[(in[t] & 0x7fff) % 3] + a[t].sum;
)",
                         "2, 32"));
}

/// What the text of a kernel holds that merging has to carry along.
void addBodies(std::vector<RandomKernel>& all) {
  all.push_back(kernelOf("names_hidden_in_blocks", R"(  __shared__ int a[32];
  int x = blockIdx.x;
  for (int round = 0; round < 3; ++round) {
    int x = in[base + t + round];
    a[t & 31] = x;
    __syncthreads();
    acc += a[31 - (t & 31)] * x;
    __syncthreads();
  }
  acc += x;
)",
                         "2, 32"));
  all.push_back(kernelOf("constants_of_the_body", R"(  static constexpr int rows = 4;
  static const int table[3] = {2, 3, 5};
  __shared__ int a[32];
  struct Sums { int low = 3, high{4}; };
  Sums sums;
  sums.low += in[base + t];
  a[t] = sums.low * rows + sums.high;
  __syncthreads();
  __builtin_assume(t < 32);
  for (int w : table) acc = acc * w + a[31 - t] + t / warpSize;
)",
                         "2, 32"));
  all.push_back(kernelOf("ranges_inside_each_other", R"(  const int table[3] = {2, 3, 5};
  int own[2] = {in[base + t], k};
  for (const int& w : table) {
    if (w == 3 && t > 7) continue;
    for (int v : own) acc = acc * w + v;
  }
)",
                         "2, 32"));
  all.push_back(kernelOf("chosen_when_compiled", R"(  __shared__ int a[32];
  if constexpr (sizeof(int) == 4) a[t] = in[base + t];
  else a[t] = 0;
  __syncthreads();
  if constexpr (sizeof(int) == 8) { acc = a[t]; } else { acc += a[31 - t]; }
)",
                         "2, 32"));
}

}  // namespace

void addSpellings(std::vector<RandomKernel>& all) {
  addSpelledSlots(all);
  addBodies(all);
}
