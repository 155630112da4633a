// REFUSES: exchanges values where some threads of a warp may not be
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Two tiles of a warp have two ranks: one of them alone comes to the exchange.
__global__ void kernel(const int* in, int* out) {
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  if (half.meta_group_rank() > 2) value += half.shfl_xor(value, 1);
  out[i] = value;
}

void launch(const int* in, int* out) {
  kernel<<<8, 128>>>(in, out);
}
