// REFUSES: returns for some threads of a warp alone
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// The threads that stay would wait for those that have gone to their next block.
__global__ void kernel(const int* in, int* out, int n) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = warp.shfl_down(in[i], 1);
}

void launch(const int* in, int* out, int n) {
  kernel<<<8, 128>>>(in, out, n);
}
