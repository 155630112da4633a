// Kernels that wait at barriers of the whole block only, in every place where a barrier may stand.

__global__ void chain(int *data, int rounds) {
  __shared__ int row[256];
  const int t = threadIdx.x;
  int mine = data[blockIdx.x * blockDim.x + t];
  for (int i = 0; i < rounds; ++i) {
    row[t] = mine;
    __syncthreads();
    mine += row[(t + i + 1) % blockDim.x];
    __syncthreads();
  }
  data[blockIdx.x * blockDim.x + t] = mine;
}

// Threads leave before others wait: those that are over no longer count.
__global__ void leaveEarly(int *data, int count) {
  __shared__ int row[256];
  const int t = threadIdx.x;
  if (t >= count) return;
  row[t] = data[t];
  __syncthreads();
  if (t == count - 1) {
    data[t] = -1;
    return;
  }
  const int next = row[t + 1];
  __syncthreads();
  data[t] = next;
}

// What a thread keeps over barriers: an array with a subscript that is known at run time only, a structure, a pointer to them.
struct Pair {
  double sum;
  short count;
};
__global__ void keepArrays(double *out, int rounds) {
  __shared__ double row[64];
  double kept[40];
  Pair pair = {0, 0};
  Pair *where = &pair;
  for (int i = 0; i < 40; ++i) kept[i] = threadIdx.x * 100 + i;
  for (int i = 0; i < rounds; ++i) {
    row[threadIdx.x] = kept[(threadIdx.x + i) % 40];
    __syncthreads();
    kept[i % 40] = row[63 - threadIdx.x];
    where->sum += kept[i % 40];
    where->count += 1;
    __syncthreads();
  }
  out[threadIdx.x] = pair.sum + pair.count;
}

// Barriers in branches that the block takes together, in nested loops and in a function.
__device__ void exchange(int *row, int &mine, int distance) {
  row[threadIdx.x] = mine;
  __syncthreads();
  mine = row[(threadIdx.x + distance) % blockDim.x];
  __syncthreads();
}
__global__ void nest(int *data, int outer, int mode) {
  __shared__ int row[128];
  int mine = data[threadIdx.x];
  for (int i = 0; i < outer; ++i) {
    if (mode == 1) {
      for (int j = 1; j <= i; j *= 2) exchange(row, mine, j);
    } else if (mode == 2) {
      exchange(row, mine, i + 1);
      if (i % 2) continue;
      mine *= 3;
    } else {
      switch (i % 3) {
        case 0: exchange(row, mine, 5); break;
        case 1: mine += 7; break;
        default: exchange(row, mine, 9); mine -= 1;
      }
    }
  }
  data[threadIdx.x] = mine;
}

// Halves of the block wait at barriers of different places.
__global__ void apart(int *data) {
  __shared__ int row[64];
  row[threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x < 32) {
    __syncthreads();
    data[threadIdx.x] = row[threadIdx.x + 32];
  } else {
    __syncthreads();
    data[threadIdx.x] = row[threadIdx.x - 32];
  }
}

// Much local memory between two barriers, none of it over them.
__global__ void large(int *out, int seed) {
  __shared__ int row[64];
  row[threadIdx.x] = 0;
  __syncthreads();
  int many[6000];
  for (int i = 0; i < 6000; ++i) many[i] = i * seed + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 6000; ++i) sum += many[(i * 7919 + seed) % 6000] * (i & 3);
  row[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = row[63 - threadIdx.x];
}

__global__ void never(int *data) {
  for (;;) {
    data[threadIdx.x] += 1;
    __syncthreads();
  }
}
__global__ void stuck(volatile int *unused, int *data) {
  __syncthreads();
  while (data[threadIdx.x] < 1) data[threadIdx.x] -= data[threadIdx.x] > 0;
  __syncthreads();
}
__global__ void wild(int *data) {
  __syncthreads();
  if (threadIdx.x == 33) data[1ull << 40] = 1;  // mark: wild
  __syncthreads();
}
