// Small kernels for the checks, each launched with one block of 64 threads. Lines that are to be found end with
// "// finds KIND"; kernels without such a line are sound, and nothing may be found in them.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>

constexpr unsigned everyLane = 0xffffffffu;

// Addresses.
__global__ void wideLoad(const int* in, int* out) {
  int t = threadIdx.x;
  long long q = *(const long long*)(in + 1 + 2 * t);  // finds misaligned-access
  out[t] = (int)(q >> 32);
}
__global__ void vectorLoad(const int* in, int* out) {
  int t = threadIdx.x;
  int4 v = ((const int4*)(in + 2))[t % 32];  // finds misaligned-access
  out[t] = v.x + v.y + v.z + v.w;
}
__global__ void vectorStore(const int* in, int* out) {
  int t = threadIdx.x;
  if (t < 16) *(double2*)(out + 4 * t + 2) = make_double2(t, in[t]);  // finds misaligned-access
}
__global__ void shortLoad(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = *(const short*)((const char*)in + 2 * t + 1);  // finds misaligned-access
}
__global__ void sharedStore(const int* in, int* out) {
  __shared__ char bytes[300];
  int t = threadIdx.x;
  *(int*)(bytes + 4 * t + 1) = in[t];  // finds misaligned-access
  out[t] = in[t];
}
__global__ void oddAtomic(const int* in, int* out) {
  if (threadIdx.x == 0) atomicAdd((int*)((char*)out + 2), in[0]);  // finds misaligned-access
}
__global__ void sixteenByCopy(const int* in, int* out) {
  __shared__ int4 rows[64];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&rows[t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 1 + t));  // finds misaligned-access
  out[t] = t;
}
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};
__global__ void alignedOnes(const int* in, int* out) {
  __shared__ int4 rows[16];
  int t = threadIdx.x;
  if (t < 16) rows[t] = ((const int4*)in)[t];
  __syncthreads();
  int2 pair = ((const int2*)(in + 2))[t];
  uchar3 three = ((const uchar3*)((const char*)in + 1))[t];
  const Packed* packed = (const Packed*)in + t;
  out[t] = rows[t / 4].y + pair.x + three.z + packed->value + ((const short*)in)[t];
}

// What orders memory between lanes.
__global__ void shuffleOrdersNothing(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  int v = __shfl_sync(everyLane, in[t], 3);
  out[t] = s[t ^ 1] + v;  // finds race
}
__global__ void voteOrdersNothing(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (__any_sync(everyLane, in[t] >= 0)) out[t] = s[t ^ 1];  // finds race
}
__global__ void ballotOrdersNothing(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  unsigned m = __ballot_sync(everyLane, in[t] & 1);
  out[t] = s[t ^ 1] + (int)m;  // finds race
}
__global__ void matchOrdersNothing(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  unsigned m = __match_any_sync(everyLane, in[t] & 1);
  out[t] = s[t ^ 1] + (int)m;  // finds race
}
__global__ void globalBesideShuffle(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[t];
  int v = __shfl_down_sync(everyLane, in[t], 1);
  int other = out[t ^ 1];  // finds race
  if (v == other) out[t + 64] = v;
}
__global__ void warpBarrierOrders(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  int v = __shfl_sync(everyLane, s[t ^ 1], 3);
  __syncwarp();
  s[t] = v;
  __syncwarp();
  out[t] = s[t ^ 2];
}
__global__ void tileOrders(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 1] + tile.shfl(in[t], 2);
}

// A warp barrier orders the lanes that it names.
__global__ void halvesDoNotMeet(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t % 32 < 16) __syncwarp(0x0000ffffu);
  else __syncwarp(0xffff0000u);
  out[t] = s[t ^ 16];  // finds race
}
__global__ void otherTile(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  s[t] = in[t];
  tile.sync();
  out[t] = s[t ^ 8];  // finds race
}
__global__ void halvesMeet(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t % 32 < 16) __syncwarp(0x0000ffffu);
  else __syncwarp(0xffff0000u);
  int v = s[t ^ 1];
  __syncwarp();
  s[t ^ 16] = v;
  __syncwarp();
  out[t] = s[t];
}
/// Lane 1 hands on what lane 0 has told it.
__global__ void fromLaneToLane(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32;
  if (lane == 0) s[t] = in[t];
  if (lane < 2) __syncwarp(3u);
  if (lane == 1 || lane == 2) __syncwarp(6u);
  if (lane == 2) out[t] = s[t - 2];
}
__global__ void activeOnes(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t % 32 >= 20) return;
  unsigned mask = __activemask();
  s[t] = in[t];
  __syncwarp(mask);
  out[t] = s[t ^ 1];
}

// Copies that a thread goes on beside are there once it has waited for them, and for others behind a barrier.
__device__ void copyAside(int* to, const int* from) {
  unsigned place = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(from));
}
__global__ void readsOwnTooEarly(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  copyAside(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;");
  out[t] = s[t];  // finds race
  asm volatile("cp.async.wait_group 0;");
}
__global__ void barrierIsNoWait(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  copyAside(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;");
  __syncthreads();
  out[t] = s[63 - t];  // finds race
  asm volatile("cp.async.wait_all;");
}
__global__ void waitIsNoBarrier(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  copyAside(&s[t], &in[t]);
  __syncthreads();
  asm volatile("cp.async.wait_all;");
  out[t] = s[t ^ 33];  // finds race
}
__global__ void waitsForTheOtherGroup(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  copyAside(&s[t], &in[t]);
  asm volatile("cp.async.commit_group;");
  copyAside(&s[t + 64], &in[t]);
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 1;");
  out[t] = s[t];
  out[t + 64] = s[t + 64];  // finds race
  asm volatile("cp.async.wait_group 0;");
}
__global__ void primitivesTooEarly(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  out[t] = s[t];  // finds race
  __pipeline_wait_prior(0);
}
__global__ void primitivesInTime(const int* in, int* out) {
  __shared__ int4 s[16];
  int t = threadIdx.x;
  if (t < 16) __pipeline_memcpy_async(&s[t], (const int4*)in + t, 16, t == 3 ? 8 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t / 4].w;
}
__global__ void twoStages(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, sum = 0;
  copyAside(&s[0][t], &in[t]);
  asm volatile("cp.async.commit_group;");
  for (int r = 0; r < 4; ++r) {
    if (r < 3) copyAside(&s[(r + 1) & 1][t], &in[t + 64 * ((r + 1) & 3)]);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    sum += s[r & 1][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// Lanes that a mask names and that go past.
__global__ void oddLanesOnly(const int* in, int* out) {
  int t = threadIdx.x, v = 0;
  if (t & 1) v = __shfl_xor_sync(everyLane, in[t], 2);  // finds undefined-shuffle
  out[t] = v;
}
__global__ void unevenRounds(const int* in, int* out) {
  int t = threadIdx.x, sum = 0;
  for (int i = t; i < 100; i += 64) sum += __shfl_xor_sync(everyLane, in[i], 1);  // finds undefined-shuffle
  out[t] = sum;
}
__global__ void shortCircuit(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = (t % 32) < 20 && __any_sync(everyLane, in[t] > 0);  // finds undefined-shuffle
}
__device__ int sumOfFirst(int v, int n) {
  if (threadIdx.x % 32 >= n) return 0;
  for (int d = 1; d < 16; d *= 2) v += __shfl_xor_sync(everyLane, v, d);  // finds undefined-shuffle
  return v;
}
__global__ void functionReturns(const int* in, int* out) { out[threadIdx.x] = sumOfFirst(in[threadIdx.x], 16); }
__global__ void changesSides(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  for (int r = 0; r < 4; ++r) {
    if ((t + r) & 1) v += __shfl_xor_sync(everyLane, v, 2);  // finds undefined-shuffle
    out[t] = v;
  }
}
__global__ void warpBarrierOfSome(const int* in, int* out) {
  int t = threadIdx.x;
  if (t % 32 < 16) {
    out[t] = in[t];
    __syncwarp();  // finds undefined-shuffle
  }
  out[t + 64] = in[t];
}
__global__ void countsByBallot(const int* in, int* out) {
  int t = threadIdx.x, v = 0;
  unsigned odd = __ballot_sync(everyLane, t & 1);
  if (t & 1) v = __shfl_xor_sync(odd, in[t], 2);
  if (t & 1) v += __popc(__activemask());
  if (t / 32 == 1) v += __shfl_xor_sync(everyLane, in[t], 1);
  out[t] = v;
}
__global__ void returnsFirst(const int* in, int* out) {
  int t = threadIdx.x;
  if (t % 32 >= 20) return;
  int v = in[t];
  for (int d = 1; d < 4; d *= 2) v += __shfl_xor_sync(everyLane, v, d);
  __syncwarp();
  out[t] = v;
}
__global__ void evenRounds(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(everyLane, v, d);
  do {
    v += __shfl_xor_sync(everyLane, v, 1);
  } while (__any_sync(everyLane, v < 1000 && v > 0));
  for (int i = t; i < 128 && __all_sync(everyLane, i < 128); i += 64) out[i] = v;
}
__global__ void halvesApart(const int* in, int* out) {
  int t = threadIdx.x, v;
  if (t % 32 < 16) v = __shfl_xor_sync(0x0000ffffu, in[t], 1);
  else v = __shfl_xor_sync(0xffff0000u, in[t], 2);
  out[t] = v;
}

// Memory of another allocation.
__device__ const int* slot;
__device__ int firstTable[64], secondTable[64];
__global__ void pastArgument(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[t + 384];  // finds out-of-bounds
}
__global__ void pastInSteps(const int* in, int* out) {
  const int* p = in + threadIdx.x;
  for (int i = 0; i < 6; ++i) p += 64;
  out[threadIdx.x] = *p;  // finds out-of-bounds
}
__global__ void beforeArgument(const int* in, int* out) {
  int t = threadIdx.x;
  atomicAdd(&out[t - 384], in[t]);  // finds out-of-bounds
}
__global__ void pastStoredPointer(const int* in, int* out) {
  int t = threadIdx.x;
  slot = in;
  __syncthreads();
  const int* mine = *(const int* volatile*)&slot;
  out[t] = mine[t + 384];  // finds out-of-bounds
}
__global__ void pastVariable(const int* in, int* out) {
  int t = threadIdx.x;
  secondTable[t] = in[t];
  out[t] = firstTable[t + 256];  // finds out-of-bounds
}
__global__ void ownParts(const int* in, int* out) {
  int t = threadIdx.x;
  const int *second = in + 64, *before = second - 1;
  slot = second;
  firstTable[t] = in[t];
  __syncthreads();
  const int* mine = *(const int* volatile*)&slot;
  out[t] = before[t + 1] + mine[t - 64] + firstTable[63 - t] + (t & 1 ? in : out)[t];
}

// Barriers.
__global__ void someGoPast(const int* in, int* out) {
  int t = threadIdx.x;
  if (t < 32) __syncthreads();  // finds barrier-divergence
  out[t] = in[t];
}
__global__ void leavesTheLoop(const int* in, int* out) {
  int t = threadIdx.x, v = 0;
  for (int r = 0; r < 8; ++r) {
    if (t == r) break;
    __syncthreads();  // finds barrier-divergence
    v += in[r];
  }
  out[t] = v;
}
__global__ void unevenBarriers(const int* in, int* out) {
  int t = threadIdx.x, v = 0;
  for (int i = t; i < 100; i += 64) {
    v += in[i];
    __syncthreads();  // finds barrier-divergence
  }
  out[t] = v;
}
__global__ void returnsBeforeBarrier(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t >= 40) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[39 - t];
}
__global__ void returnsInRounds(const int* in, int* out) {
  int t = threadIdx.x;
  for (int r = 0; r < 8; ++r) {
    __syncthreads();
    if (t == 8 * r) {
      out[t] = in[r];
      return;
    }
  }
}
__global__ void lastBarrierOfSome(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t];
    __syncthreads();
    out[t] = s[31 - t];
  }
}

// Parts of words, and padding.
struct Fields {
  unsigned a : 8, b : 24;
};
struct Padded {
  char tag;
  int value;
};
__global__ void fieldByField(const int* in, int* out) {
  __shared__ Fields s[64];
  int t = threadIdx.x;
  s[t].a = in[t];
  s[t].b = t;
  out[t] = s[t].a + s[t].b;
}
__global__ void oneField(const int* in, int* out) {
  __shared__ Fields s[64];
  int t = threadIdx.x;
  s[t].a = in[t];
  __syncthreads();
  out[t] = s[63 - t].a;
}
__global__ void otherField(const int* in, int* out) {
  __shared__ Fields s[64];
  int t = threadIdx.x;
  s[t].a = in[t];
  __syncthreads();
  out[t] = s[63 - t].b;  // finds uninitialised-read
}
__global__ void paddingCopied(const int* in, int* out) {
  __shared__ Padded s[64], copies[64];
  int t = threadIdx.x;
  s[t].tag = in[t];
  s[t].value = t;
  __syncthreads();
  Padded one = s[63 - t];
  copies[t] = s[t];
  __syncthreads();
  out[t] = one.tag + one.value + copies[63 - t].value;
}
__global__ void memberNotWritten(const int* in, int* out) {
  __shared__ Padded s[64];
  int t = threadIdx.x;
  s[t].tag = in[t];
  __syncthreads();
  Padded one = s[63 - t];  // finds uninitialised-read
  out[t] = one.value;
}
// Copies that are cut into words.
struct TailPadded {
  double d;
  int u;
};
union Either {
  double d;
  int i;
};
__global__ void tailPaddingCopied(const int* in, int* out) {
  __shared__ TailPadded s[64], copies[64];
  int t = threadIdx.x;
  s[t].d = in[t];
  s[t].u = t;
  __syncthreads();
  TailPadded one = s[63 - t];
  copies[t] = one;
  out[t] = one.u;
}
__global__ void bestCopied(const int* in, int* out) {
  __shared__ Padded s[64], copies[64];
  __shared__ TailPadded larger[64], largest[64];
  int t = threadIdx.x;
  s[t].tag = larger[t].d = in[t];
  s[t].value = larger[t].u = t;
  __syncthreads();
  Padded best = s[t];
  TailPadded most = larger[t];
  for (int j = 0; j < 64; ++j) {
    if (s[j].value > best.value) best = s[j];
    if (larger[j].d > most.d) most = larger[j];
  }
  copies[t] = best;
  largest[t] = t % 2 ? most : larger[63 - t];
  out[t] = best.value + most.u;
}
__global__ void unionCopied(const int* in, int* out) {
  __shared__ Either s[64], copies[64];
  int t = threadIdx.x;
  s[t].i = in[t];
  __syncthreads();
  Either one = s[63 - t];
  copies[t] = one;
  out[t] = one.i;
}
__global__ void nothingInTheWords(const int* in, int* out) {
  __shared__ TailPadded s[64], copies[64];
  int t = threadIdx.x;
  if (t < 32) s[t].d = s[t].u = in[t];
  __syncthreads();
  TailPadded one = s[63 - t];  // finds uninitialised-read
  copies[t] = one;
  out[t] = t;
}
__global__ void memberOfTheCopyMeant(const int* in, int* out) {
  __shared__ TailPadded s[64], copies[64];
  int t = threadIdx.x;
  s[t].d = in[t];
  __syncthreads();
  TailPadded one = s[63 - t];  // finds uninitialised-read
  copies[t] = one;
  out[t] = one.u;
}
__global__ void nothingToCopy(const int* in, int* out) {
  __shared__ int s[64], copies[64];
  int t = threadIdx.x;
  copies[t] = s[t];  // finds uninitialised-read
  out[t] = copies[t] + in[t];
}

// Locks and flags in shared memory.
__global__ void lock(const int* in, int* out) {
  __shared__ int held, sum;
  int t = threadIdx.x;
  if (t == 0) held = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&held, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += in[t];
    __threadfence_block();
    atomicExch(&held, 0);
  }
  __syncthreads();
  out[t] = sum;
}
__global__ void lockWithoutFence(const int* in, int* out) {
  __shared__ int held, sum;
  int t = threadIdx.x;
  if (t == 0) held = sum = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&held, 0, 1) != 0) {
    }
    sum += in[t];  // finds race
    atomicExch(&held, 0);
  }
  __syncthreads();
  out[t] = sum;
}
__global__ void flagBetweenWarps(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];
    __threadfence_block();
    flag = 1;
  } else if (t == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[t] = data;
  }
}
__global__ void volatileStoresOfTwoWarps(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 6) s[50] = 7;  // finds race
  __syncthreads();
  out[t] = s[t];
}
__global__ void volatileOfAnotherWarp(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t ^ 32];  // finds race
}
__global__ void volatileInStep(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16) s[t] += s[t + 16];  // finds race
  out[t] = s[t];
}

// Barriers with a name: some arrive and go on, others wait.
__global__ void arrivesAndWaits(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = in[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t];
  }
}

// A plain store that the thread itself follows with an atomic, and the atomics of others.
__global__ void startsWhatOthersCount(const int* in, int* out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) count = 5;
  atomicAdd(&count, 1);  // finds race
  __syncthreads();
  out[t] = count;
}
__global__ void startsWhatTheOtherWarpCounts(const int* in, int* out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) count = 5;
  __syncwarp();
  atomicAdd(&count, in[t]);  // finds race
  __syncthreads();
  out[t] = count;
}
__global__ void startsBehindAFence(const int* in, int* out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) {
    count = 5;
    __threadfence_block();
  }
  atomicMax(&count, in[t]);  // finds race
  __syncthreads();
  out[t] = count;
}
__global__ void startsAFlag(const int* in, int* out) {
  __shared__ int flag;
  int t = threadIdx.x;
  volatile int* seen = &flag;
  if (t == 0) {
    flag = 0;
    *seen = 1;
  }
  if (t == 32) out[t] = *seen;  // finds race
}
__global__ void startsAndCountsAlone(const int* in, int* out) {
  __shared__ int count, bins[32];
  int t = threadIdx.x;
  if (t == 0) {
    count = 5;
    atomicAdd(&count, in[t]);
    out[0] = count;
    count = 0;
    atomicAdd(&count, 1);
  }
  if (t < 32) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t] % 32], 1);
  atomicAdd(&count, 1);
  __syncthreads();
  if (t < 32) out[t] = bins[t] + count;
}
__global__ void startsForItsWarp(const int* in, int* out) {
  __shared__ int counts[2];
  int t = threadIdx.x;
  if (t % 32 == 0) {
    counts[t / 32] = 1;
    atomicAdd(&counts[t / 32], 1);
  }
  __syncwarp();
  atomicAdd(&counts[t / 32], in[t]);
  __syncwarp();
  out[t] = counts[t / 32];
}

// Barriers of some threads order those who come to them, and nobody else.
__global__ void namedHalvesDoNotMeet(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
  else asm volatile("bar.sync 2, 32;" ::: "memory");
  out[t] = s[t ^ 32];  // finds race
}
__global__ void namedHalvesOnTheirOwn(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) {
    s[t] = in[t] + r;
    if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
    else asm volatile("barrier.sync 2, 32;" ::: "memory");
    out[t] = s[t ^ 31];
    if (t < 32) asm volatile("bar.sync 1, 32;" ::: "memory");
    else asm volatile("barrier.sync 2, 32;" ::: "memory");
  }
}
__global__ void arrivesAndReads(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[t] = s[t + 32];  // finds race
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[t - 32];
  }
}
__global__ void writesBehindTheArrival(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    s[t] = in[t];
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[t - 32];  // finds race
  }
}
/// One warp fills two buffers by turns, the other empties them.
__global__ void fillsAndEmpties(const int* in, int* out) {
  __shared__ int s[2][32];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  for (int r = 0; r < 6; ++r) {
    if (t < 32) {
      if (r & 1) asm volatile("bar.sync 4, 64;" ::: "memory");
      else asm volatile("bar.sync 3, 64;" ::: "memory");
      s[r & 1][lane] = in[lane + r];
      if (r & 1) asm volatile("bar.arrive 2, 64;" ::: "memory");
      else asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      if (r == 0) asm volatile("bar.arrive 3, 64;" ::: "memory");
      if (r == 0) asm volatile("bar.arrive 4, 64;" ::: "memory");
      if (r & 1) asm volatile("bar.sync 2, 64;" ::: "memory");
      else asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += s[r & 1][31 - lane];
      if (r < 4) {
        if (r & 1) asm volatile("bar.arrive 4, 64;" ::: "memory");
        else asm volatile("bar.arrive 3, 64;" ::: "memory");
      }
    }
  }
  if (t >= 32) out[t] = sum;
}
__global__ void fillsTooEarly(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  for (int r = 0; r < 3; ++r) {
    if (t < 32) {
      s[lane] = in[lane + r];
      asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += s[31 - lane];  // finds race
    }
  }
  if (t >= 32) out[t] = sum;
}
/// What a lane knows by a warp barrier it takes to the barrier of some, and on to the lanes of the other warp.
__global__ void handsOnWhatItKnows(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  if (t % 32 == 0) asm volatile("barrier.sync 1, 2;" ::: "memory");
  __syncwarp();
  out[t] = s[t ^ 32];
}
__global__ void handsOnToNobody(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  if (t % 32 == 0) asm volatile("barrier.sync 1, 2;" ::: "memory");
  out[t] = s[t ^ 32];  // finds race
}
__global__ void phasesOfHalves(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> halves[2];
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 2) init(&halves[t], 32);
  __syncthreads();
  s[t] = in[t];
  halves[t / 32].arrive_and_wait();
  out[t] = s[t ^ 31];
  halves[t / 32].arrive_and_wait();
  s[t ^ 1] = t;
}
__global__ void phasesOfTheOtherHalf(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> halves[2];
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 2) init(&halves[t], 32);
  __syncthreads();
  s[t] = in[t];
  halves[t / 32].arrive_and_wait();
  out[t] = s[t ^ 32];  // finds race
}
__global__ void phaseToCome(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) init(&all, 64);
  __syncthreads();
  auto token = all.arrive();
  s[t] = in[t];
  all.wait(token);
  out[t] = s[63 - t];  // finds race
}

// A fence tells of its own thread, and of those that have waited for it; a flag tells the thread that reads it.
__global__ void fenceOfAnotherLane(const int* in, int* out) {
  __shared__ int data, flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) data = in[0];
  if (t == 1) {
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (t == 32) {
    while (atomicCAS(&flag, 1, 1) == 0) {
    }
    __threadfence_block();
    out[0] = data;  // finds race
  }
}
__global__ void fenceBehindItsWarp(const int* in, int* out) {
  __shared__ int data, flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) data = in[0];
  __syncwarp();
  if (t == 1) {
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (t == 32) {
    while (atomicCAS(&flag, 1, 1) == 0) {
    }
    __threadfence_block();
  }
  if (t >= 32) __syncwarp();
  if (t == 40) out[0] = data;
}
__global__ void flagOfAnotherLane(const int* in, int* out) {
  __shared__ int data, flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (t == 32) {
    while (atomicCAS(&flag, 1, 1) == 0) {
    }
    __threadfence_block();
  }
  if (t == 33) out[0] = data;  // finds race
}
__global__ void flagByNobodysFence(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];
    __threadfence_block();
    flag = 1;
  }
  if (t == 32) {
    while (flag == 0) {
    }
    out[0] = data;  // finds race
  }
}
__global__ void flagBehindABarrierOfSome(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];
    __threadfence_block();
    flag = 1;
  }
  if (t >= 32) {
    if (t == 63) {
      while (flag == 0) {
      }
    }
    asm volatile("bar.sync 1, 32;" ::: "memory");
    out[t] = data;
  }
}

/// Who waits for a flag by an atomic that changes nothing lets the others run.
__global__ void waitsByAnUpdate(const int* in, int* out) {
  __shared__ int flags[2];
  int t = threadIdx.x;
  if (t < 2) flags[t] = t;
  __syncthreads();
  if (t == 40) {
    while (atomicAdd(&flags[0], 0) == 0) {
    }
    while (atomicAnd(&flags[1], -1) == 1) {
    }
    out[0] = in[0];
  }
  if (t == 0) {
    atomicExch(&flags[1], 2);
    atomicExch(&flags[0], 1);
  }
}

// What is copied aside has to stay as it is until the copy has been waited for.
__global__ void overwritesTheSource(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  copyAside(&s[t], &out[t]);
  asm volatile("cp.async.commit_group;");
  out[t] = in[t];  // finds race
  asm volatile("cp.async.wait_group 0;");
  out[t + 64] = s[t];
}
__global__ void overwritesTheNeighboursSource(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  copyAside(&s[t], &out[t]);
  __syncthreads();
  atomicAdd(&out[63 - t], in[t] + 1);  // finds race
  asm volatile("cp.async.wait_all;");
}
__global__ void overwritesTheLaterGroup(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  copyAside(&s[t], &out[t]);
  asm volatile("cp.async.commit_group;");
  copyAside(&s[t + 64], &out[t + 64]);
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 1;");
  out[t] = in[t];
  out[t + 64] = in[t];  // finds race
  asm volatile("cp.async.wait_group 0;");
}
/// In place, a stage ahead: what is overwritten has been copied, and what is copied lies ahead.
__global__ void stagesInPlace(const int* in, int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  copyAside(&s[0][t], &out[t]);
  asm volatile("cp.async.commit_group;");
  for (int r = 0; r < 4; ++r) {
    if (r < 3) copyAside(&s[(r + 1) & 1][t], &out[t + 64 * (r + 1)]);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    out[64 * r + t] = s[r & 1][63 - t] + in[t];
    __syncthreads();
  }
}
/// Of a copy that zeroes the rest, only what it reads has to stay.
__global__ void overwritesWhatIsNotRead(const int* in, int* out) {
  __shared__ int4 s[16];
  int t = threadIdx.x;
  if (t < 16) {
    __pipeline_memcpy_async(&s[t], (const int4*)out + t, 16, 8);
    __pipeline_commit();
    out[4 * t + 2] = in[t];
    __pipeline_wait_prior(0);
  }
}

/// Volatile reads of what lanes of the warp change by atomics: trees that are joined.
__global__ void joinsTrees(const int* in, int* out) {
  __shared__ int parents[64];
  int t = threadIdx.x;
  volatile int* seen = parents;
  parents[t] = t;
  __syncthreads();
  for (int a = t, b = (5 * t + in[0]) % 64;;) {
    while (seen[a] != a) a = seen[a];
    while (seen[b] != b) b = seen[b];
    const int high = max(a, b), low = min(a, b);
    if (high == low || atomicCAS(&parents[high], high, low) == high) break;
  }
  __syncthreads();
  out[t] = parents[t];
}
