// REFUSES: uses cooperative groups
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Of merged threads, others make a tile.
__global__ void kernel(const int* in, int* out) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + warp.thread_rank();
}

void launch(const int* in, int* out) {
  kernel<<<8, 128>>>(in, out);
}
