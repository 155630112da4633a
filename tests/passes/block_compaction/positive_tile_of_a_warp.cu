// SET: c_factor=2
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

// A tile of 32 threads is a warp, and the same one in each merged block: a row each.
__global__ void rows(const float* in, float* out, int n) {
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= n) return;
  float largest = -1e30f;
  for (int i = warp.thread_rank(); i < 50; i += warp.size()) largest = fmaxf(largest, in[row * 50 + i]);
  largest = cg::reduce(warp, largest, cg::greater<float>{});
  for (int step = 16; step > 0; step /= 2) largest += warp.shfl_xor(largest, step);
  if (warp.thread_rank() == 0) out[row] = largest;
}

int main() {
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, 30 * 50 * sizeof(float));
  cudaMallocManaged(&out, 30 * sizeof(float));
  for (int i = 0; i < 30 * 50; ++i) in[i] = (float)((i * 37 + 11) % 101);
  rows<<<8, 128>>>(in, out, 29);
  cudaDeviceSynchronize();
  for (int i = 0; i < 29; ++i) printf("%d %g\n", i, (double)out[i]);
  return 0;
}
