// Kernels whose requests have a closed form.
#include <cooperative_groups.h>

__global__ void naiveProduct(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__global__ void bypassingProduct(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += __ldcg(&a[y * n + k]) * __ldcg(&b[k * n + x]);
  c[y * n + x] = sum;
}

__global__ void tiledProduct(float* c, const float* a, const float* b, int n) {
  __shared__ float left[32][32], right[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    left[ty][tx] = a[y * n + t + tx];
    right[ty][tx] = b[(t + ty) * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += left[ty][k] * right[k][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

template <int row>
__device__ void transposeBlock(float* to, const float* from, int n) {
  __shared__ float tile[32][row];
  tile[threadIdx.y][threadIdx.x] = from[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  to[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transposeThroughTile(float* to, const float* from, int n) { transposeBlock<32>(to, from, n); }
__global__ void transposeThroughPaddedTile(float* to, const float* from, int n) { transposeBlock<33>(to, from, n); }
__global__ void transposeDirectly(float* to, const float* from, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  to[x * n + y] = from[y * n + x];
}

// Rounds come from memory: compilers repeat the innermost body four times and leave what is over to a loop of its own.
// outer[lane], inner[lane + i].
__global__ void nest(int* out, const int* outer, const int* inner, const int* data) {
  int sum = 0;
  const int rounds = outer[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    const int steps = inner[threadIdx.x + i];
    for (int j = 0; j < steps; ++j) sum += data[sum & 15];  // mark: innermost
  }
  out[threadIdx.x] = sum;
}

__global__ void nestWithContinue(int* out, const int* outer, const int* inner, const int* data) {
  int sum = 0;
  const int rounds = outer[threadIdx.x];
  for (int i = 0; i < rounds; ++i) {
    if (data[i & 15] == static_cast<int>(threadIdx.x & 1)) continue;
    const int steps = inner[threadIdx.x + i];
    for (int j = 0; j < steps; ++j) sum += data[sum & 15];  // mark: behind continue
  }
  out[threadIdx.x] = sum;
}

__global__ void longLoop(int* out, const int* counts, const int* data) {
  int sum = 0;
  const int rounds = counts[threadIdx.x];
  for (int i = 0; i < rounds; ++i) sum += data[(sum + i) & 1023];  // mark: long
  out[threadIdx.x] = sum;
}

// The lanes of a warp go different ways for long before they meet.
__global__ void longBranches(int* out, const int* counts, const int* data) {
  int sum = 0;
  const int rounds = counts[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    for (int i = 0; i < rounds; ++i) sum += data[(sum + i) & 1023];
  } else {
    for (int i = 0; i < rounds; ++i) sum ^= data[(sum - i) & 1023];
  }
  __syncthreads();
  out[threadIdx.x] = sum + data[threadIdx.x];  // mark: together again
}

__global__ void localArray(int* out, const int* order) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[order[i]] = i;  // mark: local store
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += values[order[i + 16]] * (i + 1);  // mark: local load
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Rounds that nobody knows when it is compiled.
__global__ void sharedRow(float* out, int rounds) {
  __shared__ float row[64];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rounds; ++k) sum += row[k];  // mark: side by side
  out[threadIdx.x] = sum;
}
__global__ void sharedRowDivided(float* out, int rounds) {
  __shared__ float row[64];
  row[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float sum = 1;
  for (int k = 0; k < rounds; ++k) sum = row[k] / sum + 1;  // mark: one by one
  out[threadIdx.x] = sum;
}

__global__ void vectors(float4* to, const float4* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

// Sums by halves: interleaved (conflicts that double each round) or sequential (none).
__global__ void reduceInterleaved(int* out, const int* from) {
  __shared__ int part[256];
  part[threadIdx.x] = from[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int s = 1; s < 256; s *= 2) {
    const int i = 2 * s * threadIdx.x;
    if (i < 256) part[i] += part[i + s];  // mark: interleaved
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
__global__ void reduceSequential(int* out, const int* from) {
  __shared__ int part[256];
  part[threadIdx.x] = from[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];  // mark: sequential
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// Each block reads what the next one wrote before the barrier of the grid.
__global__ void passOn(int* a, int* b) {
  const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + 1;
  cooperative_groups::this_grid().sync();
  a[i] = b[(i + blockDim.x) % n];
}

__global__ void fetches(float* out, unsigned long long texture) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = tex2D<float>(texture, x + 0.5f, 3.5f);  // mark: fetch
}

__global__ void shuffles(int* out, const int* from) {
  int value = from[threadIdx.x];
  for (int s = 16; s > 0; s /= 2) value += __shfl_xor_sync(0xffffffff, value, s);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = value;
}

__device__ int counted;
__global__ void counters(const int* in, int* out, float* sum, int all) {
  __shared__ int own, bins[4];
  if (threadIdx.x < 4) own = bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own, in[threadIdx.x]);      // mark: own counter
  atomicAdd(&bins[in[threadIdx.x]], 1);  // mark: bin
  __syncthreads();
  atomicMax(&counted, own);
  atomicAdd(out + 1, bins[3]);
  if (all) atomicAdd(sum, 1.0f);
}
