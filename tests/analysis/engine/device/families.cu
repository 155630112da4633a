// Textbook kernels, each in several variants that do the same work: what the timing estimate ranks against times of a GPU
// (tests/core/model/memory/h200_families.json; the counts are those of `warpwright run --metrics all` with WARPWRIGHT_TIMING_RECORDS).
//   families            every variant once, as the CPU engine is to count it
//   families measure    median of 21 launches of each, L2 flushed before each: `family variant milliseconds`
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

// ---- sum of an array: the ladder of Harris's "Optimizing parallel reduction in CUDA" ----
__global__ void sumModulo(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sumStrided(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    const int at = 2 * k * t;
    if (at < blockDim.x) s[at] += s[at + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__device__ void addUpByHalves(float* s, int t, float* out) {
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__device__ void addUpByShuffles(float sum, float* s, int t, float* out) {
  for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
  if (t % 32 == 0) s[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < blockDim.x / 32 ? s[t] : 0;
    for (int k = 4; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
    if (t == 0) out[blockIdx.x] = sum;
  }
}
__global__ void sumHalves(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  addUpByHalves(s, t, out);
}
__global__ void sumTwoLoads(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  addUpByHalves(s, t, out);
}
__global__ void sumShuffles(const float* in, float* out, int n) {
  __shared__ float s[8];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  float sum = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  addUpByShuffles(sum, s, t, out);
}
__global__ void sumGridStride(const float* in, float* out, int n) {
  __shared__ float s[8];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  addUpByShuffles(sum, s, t, out);
}

// ---- transposition ----
__global__ void transposeRead(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}
__global__ void transposeWrite(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = in[x * n + y + j];
}
template <int Wide>
__global__ void transposeTile(const float* in, float* out, int n) {
  __shared__ float tile[32][Wide];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = in[(y + j) * n + x + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) out[(x + j) * n + y + threadIdx.x] = tile[threadIdx.x][j];
}
__global__ void transposeSmallTile(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  const int x = blockIdx.x * 16, y = blockIdx.y * 16;
  tile[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * n + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * n + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// ---- product of matrices ----
__global__ void productNaive(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
__global__ void productAcross(const float* a, const float* b, float* c, int n) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
template <int T>
__global__ void productTiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[T][T], bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    as[ty][tx] = a[y * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < T; ++j) sum += as[ty][j] * bs[j][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
template <int R>
__global__ void productMerged(const float* a, const float* b, float* c, int n) {
  __shared__ float as[32][32], bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  float sum[R] = {};
  for (int k = 0; k < n; k += 32) {
#pragma unroll
    for (int m = 0; m < R; ++m) {
      as[ty + m * (32 / R)][tx] = a[(y + m * (32 / R)) * n + k + tx];
      bs[ty + m * (32 / R)][tx] = b[(k + ty + m * (32 / R)) * n + x];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j) {
#pragma unroll
      for (int m = 0; m < R; ++m) sum[m] += as[ty + m * (32 / R)][j] * bs[j][tx];
    }
    __syncthreads();
  }
#pragma unroll
  for (int m = 0; m < R; ++m) c[(y + m * (32 / R)) * n + x] = sum[m];
}

// ---- stencil of nine points in a plane ----
__global__ void meanDirect(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) sum += in[(y + j) * n + x + i];
  out[y * n + x] = sum / 9;
}
__global__ void meanTiled(const float* in, float* out, int n) {
  __shared__ float tile[18][34];
  const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1, t = threadIdx.y * 32 + threadIdx.x;
  for (int i = t; i < 18 * 34; i += 512) {
    const int x = x0 + i % 34, y = y0 + i / 34;
    tile[i / 34][i % 34] = x >= 0 && y >= 0 && x < n && y < n ? in[y * n + x] : 0;
  }
  __syncthreads();
  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  float sum = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) sum += tile[threadIdx.y + j][threadIdx.x + i];
  out[y * n + x] = sum / 9;
}
__global__ void meanRows(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y0 = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  if (x < 1 || x >= n - 1) return;
  float row[6];
#pragma unroll
  for (int j = 0; j < 6; ++j) {
    const int y = y0 + j - 1;
    row[j] = y >= 0 && y < n ? in[y * n + x - 1] + in[y * n + x] + in[y * n + x + 1] : 0;
  }
#pragma unroll
  for (int j = 0; j < 4; ++j)
    if (y0 + j >= 1 && y0 + j < n - 1) out[(y0 + j) * n + x] = (row[j] + row[j + 1] + row[j + 2]) / 9;
}

// ---- histogram of 64 bins ----
__global__ void countGlobal(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & 63], 1);
}
__global__ void countShared(const int* in, int* bins, int n) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void countWarps(const int* in, int* bins, int n) {
  __shared__ int s[8][64];
  for (int i = threadIdx.x; i < 512; i += blockDim.x) s[0][i] = 0;
  __syncthreads();
  int* own = s[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) {
    int sum = 0;
    for (int w = 0; w < 8; ++w) sum += s[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
  }
}

// ---- particles: arrays of structures and structures of arrays ----
struct Particle {
  float x, y, z, vx, vy, vz, mass, age;
};
__global__ void moveStructures(Particle* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x += p[i].vx * 0.1f;
  p[i].y += p[i].vy * 0.1f;
  p[i].z += p[i].vz * 0.1f;
}
__global__ void moveArrays(float* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i] += p[3 * n + i] * 0.1f;
  p[n + i] += p[4 * n + i] * 0.1f;
  p[2 * n + i] += p[5 * n + i] * 0.1f;
}
__global__ void moveVectors(float4* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 place = p[2 * i], speed = p[2 * i + 1];
  place.x += speed.x * 0.1f;
  place.y += speed.y * 0.1f;
  place.z += speed.z * 0.1f;
  p[2 * i] = place;
}
__global__ void moveTwo(float* p, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  if (i + 1 >= n) return;
  for (int k = 0; k < 2; ++k) {
    p[i + k] += p[3 * n + i + k] * 0.1f;
    p[n + i + k] += p[4 * n + i + k] * 0.1f;
    p[2 * n + i + k] += p[5 * n + i + k] * 0.1f;
  }
}

// ---- product of a sparse matrix (16 columns a row) and a vector ----
__global__ void rowsOfThreads(const int* columns, const float* values, const float* x, float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = r * 16; k < r * 16 + 16; ++k) sum += values[k] * x[columns[k]];
  y[r] = sum;
}
__global__ void rowsOfColumns(const int* columns, const float* values, const float* x, float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = r; k < rows * 16; k += rows) sum += values[k] * x[columns[k]];
  y[r] = sum;
}
template <int W>
__global__ void rowsOfGroups(const int* columns, const float* values, const float* x, float* y, int rows) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, r = t / W, lane = t % W;
  if (r >= rows) return;
  float sum = 0;
  for (int k = r * 16 + lane; k < r * 16 + 16; k += W) sum += values[k] * x[columns[k]];
  for (int k = W / 2; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k, W);
  if (lane == 0) y[r] = sum;
}

// ---- forces between bodies ----
__device__ float pull(float4 a, float4 b) {
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return b.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
}
__global__ void bodiesDirect(const float4* p, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = p[i];
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += pull(own, p[j]);
  out[i] = sum;
}
__global__ void bodiesTiled(const float4* p, float* out, int n) {
  __shared__ float4 s[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = p[i];
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    s[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j) sum += pull(own, s[j]);
    __syncthreads();
  }
  out[i] = sum;
}
__global__ void bodiesDouble(const float4* p, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 own = p[i];
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += pull(own, p[j]) * 0.5;
  out[i] = sum;
}

// ---- running sums of rows of 1024 ----
__global__ void scanDoubling(const float* in, float* out) {
  __shared__ float s[2][1024];
  int now = 0;
  s[0][threadIdx.x] = in[blockIdx.x * 1024 + threadIdx.x];
  __syncthreads();
  for (int k = 1; k < 1024; k *= 2) {
    s[1 - now][threadIdx.x] = s[now][threadIdx.x] + (threadIdx.x >= k ? s[now][threadIdx.x - k] : 0);
    now = 1 - now;
    __syncthreads();
  }
  out[blockIdx.x * 1024 + threadIdx.x] = s[now][threadIdx.x];
}
__global__ void scanTree(const float* in, float* out) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  s[2 * t] = in[blockIdx.x * 1024 + 2 * t];
  s[2 * t + 1] = in[blockIdx.x * 1024 + 2 * t + 1];
  const float a = s[2 * t], b = s[2 * t + 1];
  int step = 1;
  for (int d = 512; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) s[1023] = 0;
  for (int d = 1; d < 1024; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
      const float keep = s[left];
      s[left] = s[right];
      s[right] += keep;
    }
  }
  __syncthreads();
  out[blockIdx.x * 1024 + 2 * t] = s[2 * t] + a;
  out[blockIdx.x * 1024 + 2 * t + 1] = s[2 * t + 1] + b;
}
__global__ void scanShuffles(const float* in, float* out) {
  __shared__ float sums[32];
  const int t = threadIdx.x, lane = t % 32, w = t / 32;
  float value = in[blockIdx.x * 1024 + t];
  for (int k = 1; k < 32; k *= 2) {
    const float other = __shfl_up_sync(0xffffffff, value, k);
    if (lane >= k) value += other;
  }
  if (lane == 31) sums[w] = value;
  __syncthreads();
  if (w == 0) {
    float sum = sums[lane];
    for (int k = 1; k < 32; k *= 2) {
      const float other = __shfl_up_sync(0xffffffff, sum, k);
      if (lane >= k) sum += other;
    }
    sums[lane] = sum;
  }
  __syncthreads();
  if (w > 0) value += sums[w - 1];
  out[blockIdx.x * 1024 + t] = value;
}
__global__ void scanFours(const float4* in, float4* out) {
  __shared__ float sums[8];
  const int t = threadIdx.x, lane = t % 32, w = t / 32;
  float4 v = in[blockIdx.x * 256 + t];
  v.y += v.x, v.z += v.y, v.w += v.z;
  float value = v.w;
  for (int k = 1; k < 32; k *= 2) {
    const float other = __shfl_up_sync(0xffffffff, value, k);
    if (lane >= k) value += other;
  }
  if (lane == 31) sums[w] = value;
  __syncthreads();
  float before = value - v.w;
  for (int k = 0; k < w; ++k) before += sums[k];
  v.x += before, v.y += before, v.z += before, v.w += before;
  out[blockIdx.x * 256 + t] = v;
}

// ---- copies ----
template <typename T>
__global__ void copy(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void copyStrided(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = int((long long)i * stride % n) + i / (n / stride);
  if (i < n) out[at] = in[at];
}
__global__ void copyChunks(const float* in, float* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int k = 0; k < 8; ++k) out[i + k] = in[i + k];
}

bool measuring;
char* flushed;
const size_t flushBytes = 256 << 20;

template <typename Launch>
void each(const char* family, const char* variant, Launch launch) {
  if (!measuring) {
    launch();
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s %s 0 %s\n", family, variant, cudaGetErrorString(error));
    return;
  }
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  std::vector<float> times;
  for (int i = 0; i < 24; ++i) {
    cudaMemsetAsync(flushed, i, flushBytes);
    cudaEventRecord(begin);
    launch();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    if (i >= 3) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  std::printf("%s %s %.6f %s\n", family, variant, times[times.size() / 2], cudaGetErrorString(cudaGetLastError()));
}

}  // namespace

int main(int argc, char** argv) {
  measuring = argc > 1 && !std::strcmp(argv[1], "measure");
  const int n = 1 << 22, side = 2048, order = 512;
  float *a, *b, *c;
  int* numbers;
  cudaMalloc(&a, 4 * n * sizeof(float)), cudaMalloc(&b, 4 * n * sizeof(float)), cudaMalloc(&c, 4 * n * sizeof(float));
  cudaMalloc(&numbers, 4 * n * sizeof(int));
  if (measuring) cudaMalloc(&flushed, flushBytes);
  std::vector<int> host(4 * n);
  unsigned random = 1;
  for (int& number : host) {
    random = random * 1664525u + 1013904223u;
    number = (random >> 8) % (1 << 18);
  }
  cudaMemcpy(numbers, host.data(), 4 * n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(a, 0, 4 * n * sizeof(float)), cudaMemset(b, 0, 4 * n * sizeof(float)), cudaMemset(c, 0, 4 * n * sizeof(float));

  each("sum", "modulo", [&] { sumModulo<<<n / 256, 256>>>(a, b, n); });
  each("sum", "strided", [&] { sumStrided<<<n / 256, 256>>>(a, b, n); });
  each("sum", "halves", [&] { sumHalves<<<n / 256, 256>>>(a, b, n); });
  each("sum", "two_loads", [&] { sumTwoLoads<<<n / 512, 256>>>(a, b, n); });
  each("sum", "shuffles", [&] { sumShuffles<<<n / 512, 256>>>(a, b, n); });
  each("sum", "grid_stride", [&] { sumGridStride<<<1056, 256>>>(a, b, n); });

  const dim3 tiles(side / 32, side / 32), rows8(32, 8);
  each("transpose", "read", [&] { transposeRead<<<tiles, rows8>>>(a, b, side); });
  each("transpose", "write", [&] { transposeWrite<<<tiles, rows8>>>(a, b, side); });
  each("transpose", "tile", [&] { transposeTile<32><<<tiles, rows8>>>(a, b, side); });
  each("transpose", "padded", [&] { transposeTile<33><<<tiles, rows8>>>(a, b, side); });
  each("transpose", "small_tile", [&] { transposeSmallTile<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(a, b, side); });

  const dim3 grid32(order / 32, order / 32), grid16(order / 16, order / 16);
  each("product", "naive", [&] { productNaive<<<grid16, dim3(16, 16)>>>(a, b, c, order); });
  each("product", "naive32", [&] { productNaive<<<dim3(order / 32, order / 8), dim3(32, 8)>>>(a, b, c, order); });
  each("product", "across", [&] { productAcross<<<grid16, dim3(16, 16)>>>(a, b, c, order); });
  each("product", "tiled16", [&] { productTiled<16><<<grid16, dim3(16, 16)>>>(a, b, c, order); });
  each("product", "tiled32", [&] { productTiled<32><<<grid32, dim3(32, 32)>>>(a, b, c, order); });
  each("product", "merged2", [&] { productMerged<2><<<grid32, dim3(32, 16)>>>(a, b, c, order); });
  each("product", "merged4", [&] { productMerged<4><<<grid32, dim3(32, 8)>>>(a, b, c, order); });
  each("product", "merged8", [&] { productMerged<8><<<grid32, dim3(32, 4)>>>(a, b, c, order); });

  each("mean", "direct", [&] { meanDirect<<<dim3(side / 32, side / 16), dim3(32, 16)>>>(a, b, side); });
  each("mean", "narrow", [&] { meanDirect<<<dim3(side / 8, side / 32), dim3(8, 32)>>>(a, b, side); });
  each("mean", "tiled", [&] { meanTiled<<<dim3(side / 32, side / 16), dim3(32, 16)>>>(a, b, side); });
  each("mean", "rows", [&] { meanRows<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(a, b, side); });

  each("count", "global", [&] { countGlobal<<<1056, 256>>>(numbers, (int*)b, n); });
  each("count", "shared", [&] { countShared<<<1056, 256>>>(numbers, (int*)b, n); });
  each("count", "warps", [&] { countWarps<<<1056, 256>>>(numbers, (int*)b, n); });

  const int particles = 1 << 20;
  each("move", "structures", [&] { moveStructures<<<particles / 256, 256>>>((Particle*)a, particles); });
  each("move", "arrays", [&] { moveArrays<<<particles / 256, 256>>>(a, particles); });
  each("move", "vectors", [&] { moveVectors<<<particles / 256, 256>>>((float4*)a, particles); });
  each("move", "two", [&] { moveTwo<<<particles / 512, 256>>>(a, particles); });

  const int rows = 1 << 18;
  each("sparse", "threads", [&] { rowsOfThreads<<<rows / 256, 256>>>(numbers, a, b, c, rows); });
  each("sparse", "columns", [&] { rowsOfColumns<<<rows / 256, 256>>>(numbers, a, b, c, rows); });
  each("sparse", "groups4", [&] { rowsOfGroups<4><<<rows / 64, 256>>>(numbers, a, b, c, rows); });
  each("sparse", "groups16", [&] { rowsOfGroups<16><<<rows / 16, 256>>>(numbers, a, b, c, rows); });
  each("sparse", "groups32", [&] { rowsOfGroups<32><<<rows / 8, 256>>>(numbers, a, b, c, rows); });

  const int bodies = 1 << 14;
  each("bodies", "direct", [&] { bodiesDirect<<<bodies / 128, 128>>>((float4*)a, b, bodies / 8); });
  each("bodies", "tiled", [&] { bodiesTiled<<<bodies / 128, 128>>>((float4*)a, b, bodies / 8); });
  each("bodies", "double", [&] { bodiesDouble<<<bodies / 128, 128>>>((float4*)a, b, bodies / 8); });

  each("scan", "doubling", [&] { scanDoubling<<<n / 1024, 1024>>>(a, b); });
  each("scan", "tree", [&] { scanTree<<<n / 1024, 512>>>(a, b); });
  each("scan", "shuffles", [&] { scanShuffles<<<n / 1024, 1024>>>(a, b); });
  each("scan", "fours", [&] { scanFours<<<n / 1024, 256>>>((float4*)a, (float4*)b); });

  each("copy", "floats", [&] { copy<<<4 * n / 256, 256>>>(a, b, 4 * n); });
  each("copy", "fours", [&] { copy<<<n / 256, 256>>>((float4*)a, (float4*)b, n); });
  each("copy", "bytes", [&] { copy<<<16 * n / 256, 256>>>((char*)a, (char*)b, 16 * n); });
  each("copy", "strided", [&] { copyStrided<<<4 * n / 256, 256>>>(a, b, 4 * n, 32); });
  each("copy", "chunks", [&] { copyChunks<<<n / 2 / 256, 256>>>(a, b, 4 * n); });
}
