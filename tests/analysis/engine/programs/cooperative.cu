#include <cooperative_groups.h>

#include "check.h"
namespace cg = cooperative_groups;

/// Every step reads what the neighbouring block wrote in the one before.
__global__ void rotate(int* a, int* b, int steps) {
  cg::grid_group grid = cg::this_grid();
  const int n = int(grid.size()), i = int(grid.thread_rank());
  for (int step = 0; step < steps; ++step) {
    b[i] = a[(i + blockDim.x) % n] + 1;
    grid.sync();
    int* t = a;
    a = b;
    b = t;
  }
}
__global__ void someWork(int* out) {
  if (threadIdx.x < 40) out[blockIdx.x * 40 + threadIdx.x] = 1;
  cg::this_grid().sync();
  if (threadIdx.x == 0) out[160 + blockIdx.x] = out[(blockIdx.x + 1) % 4 * 40];
}
/// Blocks that spin on each other without a barrier.
__device__ volatile int turn;
__global__ void inTurns(int* order) {
  if (threadIdx.x == 0) {
    const int mine = gridDim.x - 1 - blockIdx.x;
    while (turn != mine) {
    }
    order[mine] = blockIdx.x;
    __threadfence();
    turn = mine + 1;
  }
}

int main() {
  const int blocks = 12, threads = 96, n = blocks * threads, steps = 5;
  std::vector<int> start(n);
  for (int i = 0; i < n; ++i) start[i] = i;
  int *a = onDevice(start), *b = onDevice(start), count = steps;
  void* arguments[] = {&a, &b, &count};
  CUDA(cudaLaunchCooperativeKernel(rotate, dim3(blocks), dim3(threads), arguments));
  const std::vector<int> got = fromDevice(b, n);
  for (int i = 0; i < n; ++i) CHECK(got[i] == (i + steps * threads) % n + steps);

  int* out = onDevice(std::vector<int>(164));
  void* exits[] = {&out};
  CUDA(cudaLaunchCooperativeKernel(someWork, dim3(4), dim3(64), exits));
  for (const int value : fromDevice(out, 164)) CHECK(value == 1);

  int* order = onDevice(std::vector<int>(8));
  void* turns[] = {&order};
  CUDA(cudaLaunchCooperativeKernel(inTurns, dim3(8), dim3(32), turns));
  for (int i = 0; i < 8; ++i) CHECK(fromDevice(order, 8)[i] == 7 - i);

  // As many threads as a device holds: more stacks than there can be guard pages.
  const int many = 66, wide = 1024;
  int *c = onDevice(std::vector<int>(many * wide)), *d = onDevice(std::vector<int>(many * wide)), once = 2;
  void* large[] = {&c, &d, &once};
  CUDA(cudaLaunchCooperativeKernel(rotate, dim3(many), dim3(wide), large));
  for (const int value : fromDevice(c, many * wide)) CHECK(value == once);

  // More blocks than the device holds at once.
  CHECK(cudaLaunchCooperativeKernel(rotate, dim3(1 << 20), dim3(threads), arguments) == cudaErrorCooperativeLaunchTooLarge);
  int can = 0;
  CUDA(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0));
  CHECK(can == 1);
  std::printf("ok\n");
}
