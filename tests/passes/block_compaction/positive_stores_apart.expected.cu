// SET: c_factor=4 dimension=y assignment=blocked memory=loads_first
#include <cstdio>

// All that is loaded is there before the barrier, and each thread has two rows. What a merged block computes behind the
// barrier needs no condition that the block is one of the grid: only the store has it.
__global__ void tiles(const int* rows, const int* columns, int* out, int width, unsigned grid_y) {
  __shared__ int row[8][8];
  __shared__ int column[4][8][8];
  int sum[4][2];
  int before[4][2];
  const int x = threadIdx.x;
  for (int m = 0; m < 2; ++m) {
    const int high = threadIdx.y + m * 4;
    row[high][x] = rows[high * width + blockIdx.x * 8 + x];
    #pragma unroll
    for (int m_2 = 0; m_2 < 4; ++m_2) {
      const unsigned block_y = min(blockIdx.y * 4 + m_2, grid_y - 1);  // past the end: the last one again
      const int line = block_y * 8 + high;
      column[m_2][high][x] = columns[line * 8 + x];
      before[m_2][m] = out[line * width + blockIdx.x * 8 + x];
    }
  }
  __syncthreads();
  #pragma unroll
  for (int m_2 = 0; m_2 < 4; ++m_2) {
    for (int m = 0; m < 2; ++m) sum[m_2][m] = 0;
    for (int k = 0; k < 8; ++k) {
      const int of = row[k][x];
      for (int m = 0; m < 2; ++m) {
        sum[m_2][m] += column[m_2][threadIdx.y + m * 4][k] * of;
      }
    }
  }
  #pragma unroll
  for (int m_2 = 0; m_2 < 4; ++m_2) {
    const unsigned block_y = blockIdx.y * 4 + m_2;
    if (block_y >= grid_y) continue;
    for (int m = 0; m < 2; ++m) {
      const int place = block_y * 8 + threadIdx.y + m * 4;
      out[place * width + blockIdx.x * 8 + x] = before[m_2][m] - sum[m_2][m];
    }
  }
}

int main(int argc, char**) {
  const int high = 6 + argc, width = 16;
  int *rows, *columns, *out;
  cudaMallocManaged(&rows, 8 * width * sizeof(int));
  cudaMallocManaged(&columns, high * 64 * sizeof(int));
  cudaMallocManaged(&out, high * 8 * width * sizeof(int));
  for (int i = 0; i < 8 * width; ++i) rows[i] = i * 7 % 61;
  for (int i = 0; i < high * 64; ++i) columns[i] = i * 5 % 23;
  for (int i = 0; i < high * 8 * width; ++i) out[i] = i;
  tiles<<<dim3(width / 8, (high + 3) / 4), dim3(8, 4)>>>(rows, columns, out, width, high);
  cudaDeviceSynchronize();
  for (int i = 0; i < high * 8 * width; ++i) printf("%d\n", out[i]);
  return 0;
}
