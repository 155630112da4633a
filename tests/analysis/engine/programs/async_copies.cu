#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "check.h"
namespace cg = cooperative_groups;

/// The second half waits for what the first half has put into shared memory, round by round.
__global__ void handOver(const int* in, int* out, int rounds) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
  __shared__ alignas(16) int buffer[32];
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 32) buffer[threadIdx.x] = in[round * 32 + threadIdx.x];
    auto token = full.arrive();
    full.wait(std::move(token));
    if (threadIdx.x >= 32) out[round * 32 + threadIdx.x - 32] = 2 * buffer[63 - threadIdx.x];
    empty.arrive_and_wait();
  }
}
__global__ void staged(const int* in, int* out, int batches) {
  constexpr int stages = 2;
  extern __shared__ alignas(16) int memory[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int size = int(block.size());
  for (int consumed = 0, filled = 0; consumed < batches; ++consumed) {
    for (; filled < batches && filled < consumed + stages; ++filled) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, memory + filled % stages * size, in + filled * size, sizeof(int) * size, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[consumed * size + threadIdx.x] = memory[consumed % stages * size + size - 1 - threadIdx.x];
    pipe.consumer_release();
  }
}
/// Half of the block fills, the other half empties.
__global__ void roles(const int* in, int* out, int batches) {
  constexpr int stages = 3;
  __shared__ int memory[stages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  const bool producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < batches; ++i) {
    if (producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&memory[i % stages][lane], &in[i * 32 + lane], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[i * 32 + lane] = memory[i % stages][31 - lane];
      pipe.consumer_release();
    }
  }
}
__global__ void groupCopy(const int* in, int* out) {
  __shared__ int memory[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, memory, in, sizeof memory);
  cg::wait(block);
  out[threadIdx.x] = memory[63 - threadIdx.x];
}
/// One block publishes, the next one takes: ordered by the flag.
__global__ void publish(int* data, cuda::atomic<int, cuda::thread_scope_device>* flag, int* out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0];
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(out[1]);
    ref.fetch_add(5);
    ref.fetch_max(4);
  }
}

int main() {
  std::vector<int> values(32 * 64);
  for (size_t i = 0; i < values.size(); ++i) values[i] = int(7 * i);
  const int* in = onDevice(values);
  int* out = onDevice(std::vector<int>(values.size()));
  handOver<<<1, 64>>>(in, out, 8);
  std::vector<int> got = fromDevice(out, 256);
  for (int i = 0; i < 256; ++i) CHECK(got[i] == 2 * values[i / 32 * 32 + 31 - i % 32]);
  staged<<<1, 64, 2 * 64 * sizeof(int)>>>(in, out, 10);
  got = fromDevice(out, 640);
  for (int i = 0; i < 640; ++i) CHECK(got[i] == values[i / 64 * 64 + 63 - i % 64]);
  roles<<<1, 64>>>(in, out, 9);
  got = fromDevice(out, 288);
  for (int i = 0; i < 288; ++i) CHECK(got[i] == values[i / 32 * 32 + 31 - i % 32]);
  groupCopy<<<1, 64>>>(in, out);
  got = fromDevice(out, 64);
  for (int i = 0; i < 64; ++i) CHECK(got[i] == values[63 - i]);
  int* data = onDevice(std::vector<int>(2));
  auto* flag = reinterpret_cast<cuda::atomic<int, cuda::thread_scope_device>*>(onDevice(std::vector<int>(1)));
  int* taken = onDevice(std::vector<int>(2));
  publish<<<2, 1>>>(data, flag, taken);
  CHECK(fromDevice(taken, 2)[0] == 42 && fromDevice(taken, 2)[1] == 5);
  std::printf("ok\n");
}
