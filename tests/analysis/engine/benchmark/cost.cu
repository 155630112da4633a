__global__ void barriers(int n) {
  for (int i = 0; i < n; ++i) __syncthreads();
}

__global__ void shuffles(int* out, int n) {
  int value = threadIdx.x;
  for (int i = 0; i < n; ++i) value = __shfl_xor_sync(0xffffffffu, value, 1 + (i & 7));
  out[threadIdx.x] = value;
}

__global__ void threads(int* out) { out[threadIdx.x] = 1; }

__global__ void accesses(int* out, int n) {
  __shared__ int values[1024];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    values[threadIdx.x] = sum;
    sum += out[threadIdx.x] + values[threadIdx.x] + i;
  }
  out[threadIdx.x] = sum;
}

// The two kernels whose throughput is promised: tiles of a matrix product, and a dynamic program that waits twice a row.
constexpr int tile = 32;
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[tile][tile], right[tile][tile];
  const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += tile) {
    left[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void descend(const int* wall, const int* from, int* to, int columns, int rows) {
  __shared__ int before[256], now[256];
  const int t = threadIdx.x, column = blockIdx.x * (256 - 2 * rows) + t - rows;
  const bool inside = column >= 0 && column < columns;
  if (inside) before[t] = from[column];
  __syncthreads();
  for (int i = 0; i < rows; ++i) {
    const bool computes = inside && t > i && t < 255 - i;
    if (computes) {
      const int left = column == 0 ? before[t] : before[t - 1], right = column == columns - 1 ? before[t] : before[t + 1];
      now[t] = wall[i * columns + column] + min(before[t], min(left, right));
    }
    __syncthreads();
    if (computes) before[t] = now[t];
    __syncthreads();
  }
  if (inside && t >= rows && t < 256 - rows) to[column] = before[t];
}
