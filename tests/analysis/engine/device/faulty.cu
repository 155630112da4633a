// Kernels with one mistake each; the tests name the line by the mark behind it.
__device__ int sink;

__global__ void race(int* out) {
  __shared__ int shared[64];
  shared[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = shared[63 - threadIdx.x];  // mark: race
}

__global__ void writeRace(int* out) {
  __shared__ int last;
  last = threadIdx.x;  // mark: writeRace
  __syncthreads();
  out[threadIdx.x] = last;
}

__global__ void sameValue(int* out) {
  __shared__ int flag;
  flag = 1;
  __syncthreads();
  out[threadIdx.x] = flag;
}

__global__ void byteNeighbours(unsigned char* out) {
  __shared__ unsigned char bytes[64];
  bytes[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = bytes[63 - threadIdx.x];
}

__global__ void byteRace(unsigned char* out) {
  __shared__ unsigned char bytes[64];
  bytes[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = bytes[threadIdx.x ^ 1];  // mark: byteRace
}

__global__ void warpOrdered(int* out) {
  __shared__ int shared[32];
  shared[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = shared[31 - threadIdx.x];
}

__global__ void atomicsOnly(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  out[threadIdx.x] = count;
}

__global__ void uninitialised(int* out) {
  __shared__ int shared[64];
  if (threadIdx.x < 16) shared[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x];  // mark: uninitialised
}

// What it reads is never written before; that it writes the element itself afterwards changes nothing.
__global__ void countsFromNothing(int* out) {
  __shared__ int shared[64];
  shared[threadIdx.x] += 3;  // mark: countsFromNothing
  out[threadIdx.x] = shared[threadIdx.x];
}

__global__ void pastEnd(int* data, int n) {
  data[threadIdx.x + n] = 1;  // mark: pastEnd
}

__global__ void beforeStart(const int* data, int* out) {
  out[threadIdx.x] = data[(int)threadIdx.x - 1];  // mark: beforeStart
}

__global__ void sharedBounds(int* out) {
  __shared__ int first[32];
  __shared__ int second[32];
  second[threadIdx.x] = 2;
  first[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x + 1] + second[threadIdx.x];  // mark: sharedBounds
}

__global__ void divergentBarrier(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // mark: divergentFirst
  } else {
    __syncthreads();  // mark: divergentSecond
  }
  out[threadIdx.x] = 1;
}

__global__ void exitBeforeBarrier(int* out) {
  if (threadIdx.x >= 40) return;
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void deadlock(int* out) {
  if (threadIdx.x < 16) {
    __syncwarp(0xffffffffu);
  } else {
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

__global__ void absentLane(int* out) {
  int value = 0;
  if (threadIdx.x < 16) value = __shfl_sync(0x0000ffffu, (int)threadIdx.x, 20);  // mark: absentLane
  out[threadIdx.x] = value;
}

__global__ void endless(int* out) {
  unsigned i = threadIdx.x;
  while (out[1] == 0) {
    i = i * 1664525u + 1013904223u;  // mark: endless
    sink = i;
  }
  out[0] = i;
}

__global__ void emptyLoop(int* out) {
  while (out[0] == 0) {  // mark: emptyLoop
  }
}

__global__ void wild(int* out) {
  if (threadIdx.x == 7) *(int*)(out[0] + 0x10ll) = 1;  // mark: wild
}

__global__ void misalignedVector(int* out) {
  *(int4*)(out + 8) = *(const int4*)(out + 1);  // mark: misalignedVector
}

__global__ void divideByZero(int* out, int divisor) {
  out[threadIdx.x] = 100 / divisor;  // mark: divideByZero
}

__global__ void failedAssertion(int* out) {
  assert(threadIdx.x < 9);  // mark: failedAssertion
  out[threadIdx.x] = 1;
}

__global__ void trap(int* out) {
  if (threadIdx.x == 5) __trap();  // mark: trap
  out[threadIdx.x] = 1;
}

__device__ __noinline__ int deep(int n) {
  volatile int local[64];
  local[n & 63] = n;
  return n < 0 ? 0 : deep(n + 1) + local[n & 63];
}
__global__ void overflow(int* out) { out[0] = deep(1); }

__global__ void afterFree(int* freed, int* out) {
  out[threadIdx.x] = freed[threadIdx.x];  // mark: afterFree
}

__global__ void hostPointer(const int* host, int* out) {
  out[threadIdx.x] = host[threadIdx.x];  // mark: hostPointer
}

__global__ void localBounds(int* out, int n) {
  int local[12];
  for (int i = 0; i < n; ++i) local[i] = i;
  out[threadIdx.x] = local[threadIdx.x];  // mark: localBounds
}
