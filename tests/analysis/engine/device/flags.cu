// A lock or flag in one memory orders what is done to the other, too.

__device__ void take(int* held) {
  while (atomicCAS(held, 0, 1) != 0) {
  }
}

/// A lock in shared memory guards a sum in global memory.
template <bool fenced>
__device__ void sumUnderSharedLock(const int* in, int* sum) {
  __shared__ int held;
  if (threadIdx.x == 0) held = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  take(&held);
  if (fenced) __threadfence_block();
  sum[blockIdx.x] += in[threadIdx.x] + 1;  // mark: sharedLock
  if (fenced) __threadfence_block();
  atomicExch(&held, 0);
}
__global__ void sharedLock(const int* in, int* sum) { sumUnderSharedLock<true>(in, sum); }
__global__ void sharedLockNoFence(const int* in, int* sum) { sumUnderSharedLock<false>(in, sum); }

/// Each block has a lock of its own: it orders nothing between blocks.
__global__ void sharedLocksOfBlocks(const int* in, int* sum) { sumUnderSharedLock<true>(in, sum - blockIdx.x); }

/// A flag in shared memory tells of data in global memory.
template <bool fenced>
__device__ void readBehindSharedFlag(int* data, int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data[0] = 5;
    if (fenced) __threadfence();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    if (fenced) __threadfence();
    out[0] = data[0];  // mark: sharedFlag
  }
}
__global__ void sharedFlag(int* data, int* out) { readBehindSharedFlag<true>(data, out); }
__global__ void sharedFlagNoFence(int* data, int* out) { readBehindSharedFlag<false>(data, out); }

/// A lock in global memory guards a sum in shared memory.
template <bool fenced>
__device__ void sumUnderGlobalLock(int* held, int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    take(held + blockIdx.x);
    if (fenced) __threadfence();
    sum += threadIdx.x + 1;  // mark: globalLock
    if (fenced) __threadfence();
    atomicExch(held + blockIdx.x, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void globalLock(int* held, int* out) { sumUnderGlobalLock<true>(held, out); }
__global__ void globalLockNoFence(int* held, int* out) { sumUnderGlobalLock<false>(held, out); }

/// A flag in global memory tells of data in shared memory.
template <bool fenced>
__device__ void readBehindGlobalFlag(volatile int* flags, int* out) {
  __shared__ int data;
  if (threadIdx.x == 0) {
    data = 5;
    if (fenced) __threadfence_block();
    flags[blockIdx.x] = 1;
  } else if (threadIdx.x == 32) {
    while (flags[blockIdx.x] == 0) {
    }
    if (fenced) __threadfence_block();
    out[blockIdx.x] = data;  // mark: globalFlag
  }
}
__global__ void globalFlag(int* flags, int* out) { readBehindGlobalFlag<true>(flags, out); }
__global__ void globalFlagNoFence(int* flags, int* out) { readBehindGlobalFlag<false>(flags, out); }

/// What a block learns by a flag in global memory, its threads hand on by one in shared memory.
__global__ void handedOnInShared(int* data, int* flag, int* out) {
  __shared__ int told;
  if (threadIdx.x == 0) told = 0;
  __syncthreads();
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    data[0] = 5;
    __threadfence();
    atomicExch(flag, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    atomicExch(&told, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&told, 0) == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}
