// SET: c_factor=2
#include <cstdio>

#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))

__global__ void rows(const int* wall, int* out, int columns, int steps) {
  __shared__ int before[64];
  __shared__ int result[64];
  int tx = threadIdx.x, x = 60 * blockIdx.x + tx - 2;
  bool isValid = IN_RANGE(x, 0, columns - 1);
  if (isValid) before[tx] = wall[x];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (IN_RANGE(tx, i + 1, 62 - i) &&  \
        isValid &&                      \
        x > 0 && x < columns - 1) {
      computed = true;
      int left = before[tx - 1], up = before[tx], right = before[tx + 1];
      result[tx] = min(min(left, up), right) + wall[columns * (i + 1) + \
                                                    x];
    }
    __syncthreads();
    if (computed) before[tx] = result[tx];
    __syncthreads();
  }
  if (computed) out[x] = before[tx];
}

int main() {
  const int columns = 600, steps = 2;
  int *wall, *out;
  cudaMallocManaged(&wall, columns * (steps + 1) * sizeof(int));
  cudaMallocManaged(&out, columns * sizeof(int));
  for (int i = 0; i < columns * (steps + 1); ++i) wall[i] = (i * 37 + 11) % 101;
  for (int i = 0; i < columns; ++i) out[i] = 0;
  rows<<<10, 64>>>(wall, out, columns, steps);
  cudaDeviceSynchronize();
  for (int i = 0; i < columns; ++i) printf("%d %d\n", i, out[i]);
  return 0;
}
