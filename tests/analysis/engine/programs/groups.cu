#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"
namespace cg = cooperative_groups;

struct Pair {
  int key;
  double value;
  short tag;
};
__global__ void tiles(int* out, Pair* pairs) {
  __shared__ cg::block_tile_memory<256> memory;
  auto block = cg::this_thread_block(memory);
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(block);
  auto wide = cg::tiled_partition<64>(block);
  const int i = int(block.thread_rank());
  out[i] = cg::reduce(warp, i, cg::plus<int>());
  out[256 + i] = cg::reduce(eight, i, cg::greater<int>());
  out[512 + i] = cg::reduce(wide, i, cg::plus<int>()) + 1000 * int(wide.meta_group_rank());
  out[768 + i] = cg::inclusive_scan(eight, i, cg::plus<int>());
  out[1024 + i] = cg::exclusive_scan(warp, 1);
  const Pair mine = {i, 0.5 * i, short(-i)};
  pairs[i] = warp.shfl_xor(mine, 1);
}
__global__ void someLanes(int* out) {
  auto block = cg::this_thread_block();
  const int i = threadIdx.x;
  if (i % 3 == 0) {
    auto active = cg::coalesced_threads();
    out[i] = int(active.size() * 100 + active.thread_rank());
    out[64 + i] = active.shfl(i, 1);
    out[128 + i] = cg::inclusive_scan(active, 1, cg::plus<int>());
  }
  auto warp = cg::tiled_partition<32>(block);
  auto halves = cg::binary_partition(warp, i % 2 == 0);
  out[192 + i] = cg::reduce(halves, i, cg::plus<int>());
  auto labels = cg::labeled_partition(warp, i / 8 % 4);
  out[256 + i] = int(labels.size());
}
__global__ void intrinsics(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = __reduce_add_sync(~0u, i);
  out[32 + i] = __reduce_max_sync(~0u, int(i) - 16) + 100;
  out[64 + i] = __reduce_xor_sync(~0u, 1u << i);
  out[96 + i] = __match_any_sync(~0u, i % 4);
  int same = 0;
  out[128 + i] = __match_all_sync(~0u, 5, &same);
  out[160 + i] = unsigned(same);
}

int main() {
  int* out = onDevice(std::vector<int>(1280));
  Pair* pairs = onDevice(std::vector<Pair>(256));
  tiles<<<1, 256>>>(out, pairs);
  std::vector<int> got = fromDevice(out, 1280);
  const std::vector<Pair> swapped = fromDevice(pairs, 256);
  for (int i = 0; i < 256; ++i) {
    const int warp = i / 32 * 32, eight = i / 8 * 8, wide = i / 64 * 64;
    CHECK(got[i] == 32 * warp + 496);
    CHECK(got[256 + i] == eight + 7);
    CHECK(got[512 + i] == 64 * wide + 2016 + 1000 * (i / 64));
    CHECK(got[768 + i] == (i % 8 + 1) * (eight + i) / 2);
    CHECK(got[1024 + i] == i % 32);
    CHECK(swapped[i].key == (i ^ 1) && swapped[i].value == 0.5 * (i ^ 1) && swapped[i].tag == -(i ^ 1));
  }
  int* some = onDevice(std::vector<int>(320));
  someLanes<<<1, 64>>>(some);
  got = fromDevice(some, 320);
  for (int i = 0; i < 64; ++i) {
    const int first = i / 32 == 0 ? 0 : 33;
    if (i % 3 == 0) CHECK(got[i] == 1100 + (i - first) / 3 && got[64 + i] == first + 3 && got[128 + i] == (i - first) / 3 + 1);
    CHECK(got[192 + i] == 16 * (i / 32 * 32) + 240 + (i % 2) * 16);
    CHECK(got[256 + i] == 8);
  }
  unsigned* words = onDevice(std::vector<unsigned>(192));
  intrinsics<<<1, 32>>>(words);
  const std::vector<unsigned> seen = fromDevice(words, 192);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(seen[i] == 496 && seen[32 + i] == 115 && seen[64 + i] == ~0u);
    CHECK(seen[96 + i] == 0x11111111u << i % 4 && seen[128 + i] == ~0u && seen[160 + i] == 1);
  }
  std::printf("ok\n");
}
