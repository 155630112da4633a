// REFUSES: uses cooperative groups
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct Longest {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void kernel(const int* in, int* out) {
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cg::reduce(warp, in[i], Longest{});
}

void launch(const int* in, int* out) {
  kernel<<<8, 128>>>(in, out);
}
