// One kernel a feature of the CPU engine. Results are checked in features_test.cpp against plain loops.
#include <cooperative_groups.h>

struct Parameters {
  float scale;
  double shift;
  int parts[3];
};

__constant__ float table[16];
__constant__ int fixedTable[4] = {10, 20, 30, 40};
__device__ int counter;
__device__ int initialised[3] = {7, 8, 9};
__device__ int* pointerToSecond = &initialised[1];

__global__ void reverse(const int* in, int* out) {
  __shared__ int buffer[256];
  buffer[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}

__global__ void coordinates(int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  out[(z * height + y) * width + x] = x + 1000 * y + 1000000 * z;
}

__global__ void shuffles(int* out) {
  const int lane = threadIdx.x & 31;
  int* mine = out + 8 * threadIdx.x;
  mine[0] = __shfl_sync(0xffffffffu, lane * 10, (lane + 5) & 31);
  mine[1] = __shfl_up_sync(0xffffffffu, lane, 3);
  mine[2] = __shfl_down_sync(0xffffffffu, lane, 4);
  mine[3] = __shfl_xor_sync(0xffffffffu, lane, 7);
  mine[4] = __shfl_sync(0xffffffffu, lane, 2, 8);
  mine[5] = __shfl_up_sync(0xffffffffu, lane, 1, 16);
  mine[6] = (int)__shfl_down_sync(0xffffffffu, lane * 0.5f, 2, 4);
  mine[7] = (int)__shfl_xor_sync(0xffffffffu, (double)lane, 16);
}

__global__ void halfWarpShuffle(int* out) {
  int value = -1;
  if (threadIdx.x < 16) value = __shfl_sync(0x0000ffffu, (int)threadIdx.x, 15 - threadIdx.x);
  else value = __shfl_sync(0xffff0000u, (int)threadIdx.x, 16);
  out[threadIdx.x] = value;
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  out[lane] = __ballot_sync(0xffffffffu, lane % 3 == 0);
  out[32 + lane] = __match_any_sync(0xffffffffu, lane / 4);
  int all = 0;
  out[64 + lane] = __match_all_sync(0xffffffffu, 5, &all);
  out[96 + lane] = all + 2 * __all_sync(0xffffffffu, lane < 32) + 4 * __any_sync(0xffffffffu, lane == 9) +
                   8 * __all_sync(0xffffffffu, lane < 31);
}

__global__ void activeLanes(unsigned* out) {
  if (threadIdx.x < 8) out[threadIdx.x] = __activemask();
  else if (threadIdx.x % 2 == 0) out[threadIdx.x] = __activemask();
  else out[threadIdx.x] = 1;
}

__global__ void warpReduction(const int* in, int* out) {
  __shared__ int partial[32];
  int sum = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}

__global__ void reductions(int* out) {
  const int lane = threadIdx.x;
  out[lane] = __reduce_add_sync(0xffffffffu, lane);
  out[32 + lane] = __reduce_max_sync(0xffffffffu, lane - 40);
  out[64 + lane] = (int)__reduce_or_sync(0xffffffffu, 1u << lane);
}

__global__ void barrierVotes(int* out) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x % 2 == 0);
  out[64 + threadIdx.x] = __syncthreads_and(threadIdx.x < 64);
  out[128 + threadIdx.x] = __syncthreads_or(threadIdx.x == 100);
}

__global__ void atomics(int* ints, float* floats, double* doubles, unsigned long long* longs) {
  atomicAdd(&ints[0], 2);
  atomicSub(&ints[1], 1);
  atomicMax(&ints[2], (int)threadIdx.x);
  atomicMin(&ints[3], -(int)threadIdx.x);
  atomicOr(&ints[4], 1 << (threadIdx.x & 7));
  atomicAnd(&ints[5], ~(1 << (threadIdx.x & 7)));
  atomicXor(&ints[6], (int)threadIdx.x);
  atomicInc((unsigned*)&ints[7], 9u);
  atomicDec((unsigned*)&ints[8], 9u);
  atomicExch(&ints[9], 77);
  int seen = ints[10], expected;
  do {
    expected = seen;
    seen = atomicCAS(&ints[10], expected, expected + 3);
  } while (seen != expected);
  atomicAdd(floats, 0.5f);
  atomicAdd(doubles, 0.25);
  atomicAdd(longs, 1ull << 33);
  atomicAdd(&counter, 1);
}

__global__ void dynamicShared(const float* in, float* out) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = dynamic[(threadIdx.x + 1) % blockDim.x];
}

__global__ void vectors(const float4* in, float4* out, int2* pairs) {
  __shared__ float4 buffer[64];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float4 value = buffer[63 - threadIdx.x];
  value.x += value.w;
  out[threadIdx.x] = value;
  pairs[threadIdx.x] = make_int2(threadIdx.x, -(int)threadIdx.x);
}

__global__ void structure(Parameters parameters, float* out) {
  parameters.parts[1] += threadIdx.x;
  out[threadIdx.x] = parameters.scale * parameters.parts[1] + (float)parameters.shift + parameters.parts[2];
}

__global__ void constants(float* out) {
  out[threadIdx.x] = table[threadIdx.x & 15] + fixedTable[threadIdx.x & 3] + *pointerToSecond;
}

__global__ void print() {
  if (threadIdx.x == 3) printf("block %d thread %d %.2f %s %lld %c %%\n", blockIdx.x, threadIdx.x, 1.5, "text", 1ll << 40, 'x');
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

__device__ int increment(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
typedef int (*Operation)(int);
__device__ Operation operations[2] = {increment, twice};
__global__ void functionPointers(int* out) {
  Operation local = threadIdx.x & 1 ? increment : twice;
  out[threadIdx.x] = local(threadIdx.x) + operations[threadIdx.x & 1](100);
}

__global__ void earlyExit(int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  __shared__ int sum;
  if (i == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  out[i] = sum;
}

__global__ void divergentLoops(int* out) {
  int value = 0;
  for (int i = 0; i < (int)threadIdx.x % 7; ++i) {
    if (i % 2 == 0) value += i;
    else for (int k = 0; k < i; ++k) value ^= k << i;
  }
  out[threadIdx.x] = value;
}

__global__ void blockSum(const int* in, int* out) {
  __shared__ int partial[128];
  partial[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  for (int step = 64; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__global__ void mathematics(const float* in, float* out) {
  const float x = in[threadIdx.x];
  float* mine = out + 8 * threadIdx.x;
  mine[0] = sinf(x);
  mine[1] = expf(x);
  mine[2] = rsqrtf(x + 1);
  mine[3] = powf(x, 1.5f);
  mine[4] = __fdividef(x, 3.0f);
  mine[5] = fminf(x, 2.0f) + floorf(x);
  mine[6] = (float)__float2int_rn(x * 2.5f);
  mine[7] = (float)(__popc(threadIdx.x) + __clz(threadIdx.x + 1) + (__brev(threadIdx.x) >> 24));
}

__global__ void busyWait(volatile int* flags) {
  // Thread 40 waits for a value that thread 0 writes later: spinning has to let others run.
  __shared__ volatile int ready;
  if (threadIdx.x == 40) {
    while (ready == 0) {}
    flags[1] = 5;
  } else if (threadIdx.x == 50) {
    ready = 1;
  }
}

__global__ void heap(int* out) {
  int* mine = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) mine[i] = i * threadIdx.x;
  out[threadIdx.x] = mine[3];
  free(mine);
}

__global__ void assembly(const int* in, int* out) {
  int loaded;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(loaded) : "l"(in + threadIdx.x) : "memory");
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[threadIdx.x] = loaded + (int)lane;
}

__global__ void warpAssembly(int* out) {
  int neighbour, sum;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, %3, %4;" : "=r"(neighbour) : "r"((int)threadIdx.x), "r"(1), "r"(31), "r"(0xffffffff));
  asm volatile("redux.sync.add.s32 %0, %1, %2;" : "=r"(sum) : "r"((int)threadIdx.x), "r"(0xffffffff));
  out[threadIdx.x] = 1000 * sum + neighbour;
}

__global__ void builtins(int* out) {
  out[0] = __nvvm_fns(0xf0, 0, 2) + 100 * __nvvm_fns(0xf0, 31, -1);
  out[1] = (int)__nvvm_bitcast_i2f(0x42280000);
  __nvvm_barrier_cluster_arrive();
  __nvvm_barrier_cluster_wait();
  out[2] = __nvvm_read_ptx_sreg_cluster_nctarank();
}

class Shape {
 public:
  __device__ virtual int area() const = 0;
};
class Square : public Shape {
 public:
  __device__ explicit Square(int side) : side_(side) {}
  __device__ int area() const override { return side_ * side_; }
 private:
  int side_;
};
__global__ void virtualFunctions(int* out) {
  Square square(threadIdx.x);
  const Shape* shape = &square;
  asm volatile("" : "+l"(shape));
  out[threadIdx.x] = shape->area();
}

__global__ void makeShapes(const Shape** shapes) { shapes[threadIdx.x] = new Square(threadIdx.x); }
__global__ void measureShapes(const Shape** shapes, int* out) {
  out[threadIdx.x] = shapes[threadIdx.x]->area();
  delete shapes[threadIdx.x];
}

class SharedShape : public Shape {
 public:
  __device__ int area() const override {
    __shared__ int areas[64];
    areas[threadIdx.x] = 7;
    __syncthreads();
    return areas[63 - threadIdx.x];
  }
};
__global__ void makeSharedShapes(const Shape** shapes, int* out) {
  shapes[threadIdx.x] = new SharedShape;
  asm volatile("" : "+l"(shapes));
  if (out) out[threadIdx.x] = shapes[threadIdx.x]->area();
}
__global__ void measureInShared(const Shape** shapes, int* out) {
  __shared__ int sums[64];
  sums[threadIdx.x] = 1;
  out[threadIdx.x] = shapes[threadIdx.x]->area() + sums[threadIdx.x];
}

__global__ void gridWide(int* out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();  // mark: gridWide
  out[blockIdx.x] += out[0];
}

__global__ void unsupportedAssembly(int* out) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  out[0] = 1;
}

template <typename T>
__global__ void scaled(T* data, T factor) {
  data[threadIdx.x] *= factor;
}
template __global__ void scaled<double>(double*, double);

__global__ void __launch_bounds__(64) bounded(int* out) { out[threadIdx.x] = 1; }
