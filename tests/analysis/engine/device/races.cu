// Kernels with and without races in global memory.
#include <cuda/atomic>

__global__ void neighbours(int* data, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 3 * i;
  out[i] = data[(i + 32) % blockDim.x];  // mark: neighbours
}
__global__ void neighboursOrdered(int* data, int* out) {
  data[threadIdx.x] = 3 * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = data[(threadIdx.x + 1) % blockDim.x];
}
__global__ void lanes(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  out[threadIdx.x] = data[threadIdx.x ^ 1];  // mark: lanes
}
__global__ void lanesOrdered(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  __syncwarp();
  out[threadIdx.x] = data[threadIdx.x ^ 1];
}
__global__ void blocksRead(int* data, int* out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 5;
    out[blockIdx.x] = data[(blockIdx.x + gridDim.x - 1) % gridDim.x];  // mark: blocksRead
  }
}
__global__ void blocksWrite(int* data) {
  if (threadIdx.x == 0) data[0] = blockIdx.x;  // mark: blocksWrite
}
/// What one block has read, a later one writes.
__global__ void writeAfterRead(int* data, int* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = data[blockIdx.x];
    data[(blockIdx.x + 1) % gridDim.x] = -1;  // mark: writeAfterRead
  }
}
/// Several threads read a word and one of them writes it.
__global__ void readersAndOne(int* data, int* out) {
  out[threadIdx.x] = data[0];
  if (threadIdx.x == 0) data[0] = 9;  // mark: readersAndOne
}
__global__ void sameFlag(int* flag) { *flag = 1; }
__global__ void ownBytes(unsigned char* bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes[i] = static_cast<unsigned char>(bytes[i] + i);
}
__global__ void bytesRace(unsigned char* bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes[i / 2] = static_cast<unsigned char>(i);  // mark: bytesRace
}
__global__ void wideOverBytes(unsigned char* bytes, double* out) {
  bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x + 1);
  if (threadIdx.x == 40) *out = *reinterpret_cast<double*>(bytes);  // mark: wideOverBytes
}

/// The last block to come sums what all have written: the counter and the fence order it.
__device__ unsigned arrived;
template <bool fence>
__device__ void sumInLastBlock(int* parts, int* out) {
  __shared__ bool last;
  if (threadIdx.x < 4) parts[blockIdx.x * 4 + threadIdx.x] = blockIdx.x + threadIdx.x;
  if (fence) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x * 4; i += blockDim.x) sum += parts[i];
  atomicAdd(out, sum);
}
__global__ void lastBlock(int* parts, int* out) { sumInLastBlock<true>(parts, out); }
__global__ void lastBlockNoFence(int* parts, int* out) { sumInLastBlock<false>(parts, out); }

__device__ int mutexWord;
__global__ void underLock(int* data) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&mutexWord, 0, 1) != 0) {
    }
    __threadfence();
    data[0] = data[0] + 1;
    __threadfence();
    atomicExch(&mutexWord, 0);
  }
}
__global__ void flagged(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
__global__ void flaggedByAtomic(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
/// Knowledge is handed on: block 1 learns of block 0's data and passes it to block 2.
__global__ void handedOn(int* data, int* flags, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) data[0] = 7;
  if (blockIdx.x > 0) {
    while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
    }
  }
  if (blockIdx.x == 2) out[0] = data[0];
  __threadfence();
  atomicExch(&flags[blockIdx.x], 1);
}
/// Meant for the threads of a block, used between blocks.
__global__ void countsInBlock(int* bins) { atomicAdd_block(&bins[0], 1); }  // mark: countsInBlock
__global__ void countsInOwnBlock(int* bins) { atomicAdd_block(&bins[blockIdx.x], 1); }
__global__ void countsByRef(int* bins) {
  cuda::atomic_ref<int, cuda::thread_scope_block> bin(bins[0]);
  bin.fetch_add(1, cuda::memory_order_relaxed);  // mark: countsByRef
}
__global__ void countsByAssembly(int* bins) {
  asm volatile("red.relaxed.cta.global.add.s32 [%0], %1;" ::"l"(bins), "r"(1));  // mark: countsByAssembly
}
template <int form>
__device__ void handOver(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    if (form == 0) __threadfence_block();
    if (form == 1) asm volatile("fence.acq_rel.cta;" ::: "memory");
    if (form == 2) cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
    if (form == 3) asm volatile("fence.acq_rel.gpu;" ::: "memory");
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
__global__ void handedOverInBlock(int* data, int* flag, int* out) { handOver<0>(data, flag, out); }
__global__ void handedOverByAssembly(int* data, int* flag, int* out) { handOver<1>(data, flag, out); }
__global__ void handedOverByFence(int* data, int* flag, int* out) { handOver<2>(data, flag, out); }
__global__ void handedOverOnDevice(int* data, int* flag, int* out) { handOver<3>(data, flag, out); }
__global__ void flaggedInBlock(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
/// Between warps of a block that is enough.
__global__ void flaggedBetweenWarps(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
  if (threadIdx.x == 0) {
    data[0] = 42;
    ready.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0];
  }
}

/// Warp barriers order the lanes that they name.
__global__ void halves(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  if (threadIdx.x < 16) __syncwarp(0x0000ffffu);
  else __syncwarp(0xffff0000u);
  out[threadIdx.x] = data[threadIdx.x ^ 16];  // mark: halves
}
__global__ void halvesOrdered(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  if (threadIdx.x < 16) __syncwarp(0x0000ffffu);
  else __syncwarp(0xffff0000u);
  out[threadIdx.x] = data[threadIdx.x ^ 1];
  __syncwarp();
  data[threadIdx.x ^ 16] = 5;
}
/// A fence is no barrier of the warp.
__global__ void lanesFenced(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x ^ 1];  // mark: lanesFenced
}

/// The thread that comes last reads what the others may still add to.
__global__ void sumsReadByTheLast(int* sum, int* out) {
  atomicAdd(sum, 1);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) out[0] = *sum;  // mark: sumsReadByTheLast
}
__global__ void sumsResetByTheLast(int* sum) {
  atomicAdd(sum, 1);
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1) *sum = 0;  // mark: sumsResetByTheLast
}
__global__ void sumsReadBehindABarrier(int* sum, int* out) {
  atomicAdd(sum, 1);
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) out[0] = *sum;  // mark: sumsReadBehindABarrier
}
/// Who finds that all others have been there may reset the counter.
__global__ void countedDown(unsigned* counter, int* sum) {
  if (threadIdx.x != 0) return;
  atomicAdd(sum, 1);
  if (atomicAdd(counter, 1u) == gridDim.x - 1) *counter = 0;
}
__global__ void tickets(int* data, int* ticket, volatile int* serving) {
  if (threadIdx.x != 0) return;
  const int mine = atomicAdd(ticket, 1);
  while (*serving != mine) {
  }
  __threadfence();
  data[0] += 1;
  __threadfence();
  *serving = mine + 1;
}

__global__ void counts(int* bins) { atomicAdd(&bins[threadIdx.x % 4], 1); }
__global__ void countsReadTooEarly(int* bins, int* out) {
  atomicAdd(&bins[0], 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = bins[0];  // mark: countsReadTooEarly
}

typedef void (*Step)(int*, int);
__device__ void inside(int* data, int n) { data[threadIdx.x % n] = 1; }
__device__ void outside(int* data, int n) {
  if (threadIdx.x == 3) data[n + 2] = 1;  // mark: outside
}
__device__ Step steps[] = {inside, outside};
__global__ void throughTable(int* data, int n, int which) { steps[which](data, n); }

/// The programming guide's atomicAdd for types that have none: a plain read, then a loop around atomicCAS.
__global__ void casLoops(float* sum, double* doubles, int* least) {
  __shared__ float inBlock;
  if (threadIdx.x == 0) inBlock = 0;
  __syncthreads();
  auto add = [](float* address, float value) {
    int* bits = reinterpret_cast<int*>(address);
    int old = *bits, assumed;
    do {
      assumed = old;
      old = atomicCAS(bits, assumed, __float_as_int(value + __int_as_float(assumed)));
    } while (assumed != old);
  };
  add(sum, 1.0f);
  add(&inBlock, 1.0f);
  unsigned long long* wide = reinterpret_cast<unsigned long long*>(doubles);
  unsigned long long old = *wide, assumed;
  do {
    assumed = old;
    old = atomicCAS(wide, assumed, __double_as_longlong(0.5 + __longlong_as_double(assumed)));
  } while (assumed != old);
  const int mine = -static_cast<int>(threadIdx.x);
  if (*least > mine) atomicMin(least, mine);
}

/// A sum that starts at whatever the others have added by then; the atomic after it does not mend that.
__global__ void sumFromSum(int* sum) {
  const int before = *sum;
  atomicAdd(sum, before + 1);  // mark: sumFromSum
}

/// The same in shared memory, on the next thread's word.
__global__ void readsBesideSums(int* out) {
  __shared__ int words[64];
  words[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x];
  atomicAdd(&words[threadIdx.x], 1);
  atomicAdd(&words[(threadIdx.x + 1) % 64], 1);
}

/// What a thread reads before a barrier is no look ahead of the atomic behind it, though some thread's are of one word.
__global__ void readsBehindMaxima(int* out) {
  __shared__ int words[64];
  words[threadIdx.x] = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    __syncthreads();
    atomicMax(&words[(threadIdx.x + 4 * i) % 64], 100 + static_cast<int>(threadIdx.x));
    sum += words[threadIdx.x ^ 28];
  }
  out[threadIdx.x] = sum;
}

/// An atomic that adds no bits, where the neighbour stores.
__global__ void orsNothing(unsigned* words) {
  words[threadIdx.x] = threadIdx.x + 1;
  atomicOr(&words[(threadIdx.x + 1) % blockDim.x], 0u);
}

/// A plain store that its own thread follows with an atomic, where others use atomics.
__global__ void startsTheSum(int* sum) {
  if (blockIdx.x == 0 && threadIdx.x == 0) sum[0] = 5;
  atomicAdd(sum, 1);  // mark: startsTheSum
}
__global__ void startsTheSumOfItsBlock(int* sums) {
  if (threadIdx.x == 0) sums[blockIdx.x] = 5;
  atomicAdd(&sums[blockIdx.x], 1);  // mark: startsTheSumOfItsBlock
}
__global__ void startsHalves(unsigned short* halves) {
  if (threadIdx.x == 0) halves[blockIdx.x] = 5;
  atomicCAS(&halves[blockIdx.x], (unsigned short)5, (unsigned short)6);  // mark: startsHalves
}
__global__ void startsBehindABarrier(int* sum) {
  if (blockIdx.x == 0 && threadIdx.x == 0) sum[0] = 5;
  __syncthreads();
  atomicAdd(sum, 1);  // mark: startsBehindABarrier
}
__global__ void startsAlone(int* sums) {
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = 5;
    atomicAdd(&sums[blockIdx.x], 1);
  }
  __syncthreads();
  atomicAdd(&sums[blockIdx.x], 1);
}
/// Who starts the word says so by a flag behind a fence.
__global__ void startsAndTells(int* sum, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    sum[0] = 5;
    atomicAdd(sum, 1);
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    atomicAdd(sum, 1);
  }
}

/// A fence tells of its own thread and of those that have waited for it; a flag tells the thread that reads it.
template <int form>
__device__ void tellByOthers(int* data, int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) data[0] = 7;
    if (form == 1) __syncwarp();
    if (form == 2) __syncthreads();
    if (form == 3) asm volatile("bar.sync 1, 32;" ::: "memory");
    const int teller = form == 4 ? 0 : 1;
    if (t == teller) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
    }
    if (form == 1) __syncwarp();
    if (form == 2) __syncthreads();
    if (form == 3) asm volatile("bar.sync 1, 32;" ::: "memory");
    if (t == (form == 0 ? 0 : 1)) out[blockIdx.x] = data[0];
  }
}
__global__ void toldByAnotherLane(int* data, int* flag, int* out) { tellByOthers<0>(data, flag, out); }
__global__ void toldThroughWarps(int* data, int* flag, int* out) { tellByOthers<1>(data, flag, out); }
__global__ void toldThroughBlocks(int* data, int* flag, int* out) { tellByOthers<2>(data, flag, out); }
__global__ void toldThroughNamed(int* data, int* flag, int* out) { tellByOthers<3>(data, flag, out); }
__global__ void toldToAnotherLane(int* data, int* flag, int* out) { tellByOthers<4>(data, flag, out); }
/// In one block: lane 1 fences for lane 0, which it has not waited for.
__global__ void fencedByAnotherLane(int* data, int* flag, int* out) {
  const int t = threadIdx.x;
  if (t == 0) data[0] = 7;
  if (t == 1) {
    __threadfence();
    atomicExch(flag, 1);
  }
  if (t == 32) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[0] = data[0];  // mark: fencedByAnotherLane
  }
}
/// A volatile read tells nothing without a fence or a barrier behind it.
template <int form>
__device__ void pollFlag(int* data, int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t != 0) return;
    data[0] = 7;
    __threadfence();
    atomicExch(flag, 1);
    return;
  }
  if (t == 0) {
    int seen = 0;
    while (seen == 0) {
      if (form < 4) seen = *(volatile int*)flag;
      if (form == 4) asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
      if (form == 5) asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    }
    if (form == 1) __threadfence();
    if (form == 3) __threadfence_block();
  }
  if (form == 2) __syncthreads();
  if (t == 0) out[blockIdx.x] = data[0];
}
__global__ void polledOnly(int* data, int* flag, int* out) { pollFlag<0>(data, flag, out); }
__global__ void polledAndFenced(int* data, int* flag, int* out) { pollFlag<1>(data, flag, out); }
__global__ void polledAndWaited(int* data, int* flag, int* out) { pollFlag<2>(data, flag, out); }
__global__ void polledAndFencedInBlock(int* data, int* flag, int* out) { pollFlag<3>(data, flag, out); }
__global__ void polledByAcquire(int* data, int* flag, int* out) { pollFlag<4>(data, flag, out); }
__global__ void polledByRelaxed(int* data, int* flag, int* out) { pollFlag<5>(data, flag, out); }
/// What lies behind the flag is read by volatile accesses too: they meet the plain stores that the fence tells of.
__global__ void polledAllVolatile(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    out[blockIdx.x] = *(volatile int*)data;
  }
}
__global__ void namedHalves(int* data, int* out) {
  const int t = threadIdx.x;
  data[t] = t + 1;
  if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
  else asm volatile("bar.sync 2, 32;" ::: "memory");
  out[t] = data[t ^ 32];  // mark: namedHalves
}
__global__ void namedHalvesOrdered(int* data, int* out) {
  const int t = threadIdx.x;
  data[t] = t + 1;
  if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
  else asm volatile("bar.sync 2, 32;" ::: "memory");
  out[t] = data[t ^ 31];
  asm volatile("bar.sync 3, 64;" ::: "memory");
  data[t ^ 32] = 4;
}
/// The threads of a block have a barrier of their own; a grid that is there at once has one of counters.
__global__ void ownGridBarrier(int* data, int* arrived, int* out) {
  const int t = threadIdx.x;
  data[blockIdx.x * blockDim.x + t] = t + 1;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < (int)gridDim.x) {
      if (blockIdx.x + 1 < gridDim.x) return;
    }
    __threadfence();
  }
  __syncthreads();
  if (blockIdx.x + 1 == gridDim.x) out[t] = data[t] + data[blockDim.x - 1 - t];
}
/// Each thread fences its part, and one tells for all behind a barrier.
__global__ void allFenceOneTells(int* data, int* arrived, int* out) {
  __shared__ int last;
  const int t = threadIdx.x;
  data[blockIdx.x * blockDim.x + t] = t + 1;
  __threadfence();
  __syncthreads();
  if (t == 0) last = atomicAdd(arrived, 1) == (int)gridDim.x - 1;
  __syncthreads();
  if (last) out[t] = data[t] + data[blockDim.x + (t ^ 33)];
}
/// Each warp is told by its first lane, and tells by it.
__global__ void warpsInARow(int* data, int* flags, int* out) {
  const int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int before = 0;
  if (warp > 0) {
    if (lane == 0) {
      while (*(volatile int*)&flags[warp - 1] == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    before = data[(warp - 1) * 32 + 31];
  }
  data[warp * 32 + lane] = before + lane;
  __syncwarp();
  if (lane == 0) {
    __threadfence();
    *(volatile int*)&flags[warp] = 1;
  }
  out[warp * 32 + lane] = before;
}
/// Reads that are not coherent, of what the launch writes, and of what it leaves.
__global__ void readOnlyBehindABarrier(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[blockDim.x - 1 - threadIdx.x]);  // mark: readOnlyBehindABarrier
}
__global__ void readOnlyBeforeABarrier(int* data, int* out) {
  out[threadIdx.x] = __ldg(&data[blockDim.x - 1 - threadIdx.x]);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + 1;  // mark: readOnlyBeforeABarrier
}
__global__ void readOnlyByAssembly(int* data, int* out) {
  atomicAdd(&data[threadIdx.x], 3);
  __syncthreads();
  int value;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(&data[threadIdx.x ^ 32]));  // mark: readOnlyByAssembly
  out[threadIdx.x] = value;
}
__global__ void readOnlyOfBytes(unsigned char* data, int* out) {
  const int t = threadIdx.x;
  out[t] = __ldg(reinterpret_cast<int*>(data) + t);
  __syncthreads();
  if (t % 4 == 1) data[t] = 7;  // mark: readOnlyOfBytes
}
/// Bytes beside them, what is there already, and what an earlier launch wrote.
__global__ void readOnlyBeside(int* data, int* out) {
  data[threadIdx.x * 2] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[threadIdx.x * 2 + 1]);
  if (threadIdx.x == 0) data[1] = 0;
}
__global__ void readOnly(const int* data, int* out) { out[threadIdx.x] = __ldg(&data[threadIdx.x]); }
__global__ void writes(int* data) { data[threadIdx.x] += threadIdx.x + 1; }
/// The promise of `const __restrict__` is broken, but the barrier orders plain loads.
__global__ void restricted(const int* __restrict__ data, int* __restrict__ same, int* out) {
  same[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x ^ 1];
}
__global__ void textureBehindABarrier(cudaTextureObject_t texture, int* data, int* out) {
  data[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x ^ 32);  // mark: textureBehindABarrier
}
__global__ void textureBeforeABarrier(cudaTextureObject_t texture, int* data, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x ^ 32);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + 1;
}
__global__ void surfaceBehindABarrier(cudaSurfaceObject_t surface, int* out) {
  surf1Dwrite<int>(threadIdx.x + 1, surface, threadIdx.x * 4);
  __syncthreads();
  out[threadIdx.x] = surf1Dread<int>(surface, (threadIdx.x ^ 32) * 4);  // mark: surfaceBehindABarrier
}
