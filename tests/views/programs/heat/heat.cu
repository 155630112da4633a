#include <cstdio>
#include <cstdlib>

#define BLOCK 16
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))

// Several steps of heat on a tile: what lies `border` from the edge is right after them.
__global__ void calculate(int steps, const float* power, const float* from, float* to, int cols, int rows, int border) {
  __shared__ float temp[BLOCK][BLOCK];
  __shared__ float power_tile[BLOCK][BLOCK];
  __shared__ float next[BLOCK][BLOCK];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int inner = BLOCK - steps * 2;
  const int row = inner * static_cast<int>(blockIdx.y) - border + ty;
  const int col = inner * static_cast<int>(blockIdx.x) - border + tx;
  const bool inside = IN_RANGE(row, 0, rows - 1) && IN_RANGE(col, 0, cols - 1);
  if (inside) {
    temp[ty][tx] = from[cols * row + col];
    power_tile[ty][tx] = power[cols * row + col];
  }
  __syncthreads();
  const int up = row > 0 && ty > 0 ? ty - 1 : ty, down = row < rows - 1 && ty < BLOCK - 1 ? ty + 1 : ty;
  const int left = col > 0 && tx > 0 ? tx - 1 : tx, right = col < cols - 1 && tx < BLOCK - 1 ? tx + 1 : tx;
  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK - i - 2) && IN_RANGE(ty, i + 1, BLOCK - i - 2) && inside) {
      computed = true;
      next[ty][tx] = temp[ty][tx] + 0.1f * (power_tile[ty][tx] +
                                            (temp[down][tx] + temp[up][tx] - 2.0f * temp[ty][tx]) * 0.5f +
                                            (temp[ty][right] + temp[ty][left] - 2.0f * temp[ty][tx]) * 0.5f);
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) temp[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (computed) to[cols * row + col] = next[ty][tx];
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "Usage: %s SIZE PYRAMID_HEIGHT ROUNDS\n", argv[0]);
    return 1;
  }
  const int size = std::atoi(argv[1]), height = std::atoi(argv[2]), rounds = std::atoi(argv[3]);
  const int inner = BLOCK - height * 2, blocks = (size + inner - 1) / inner;
  const size_t bytes = sizeof(float) * static_cast<size_t>(size) * static_cast<size_t>(size);
  float* host = static_cast<float*>(std::malloc(bytes));
  for (int i = 0; i < size * size; ++i) host[i] = 300.0f + static_cast<float>(i % 53);
  float *temp[2], *power;
  cudaMalloc(&temp[0], bytes);
  cudaMalloc(&temp[1], bytes);
  cudaMalloc(&power, bytes);
  cudaMemcpy(temp[0], host, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(temp[1], host, bytes, cudaMemcpyHostToDevice);
  for (int i = 0; i < size * size; ++i) host[i] = static_cast<float>(i % 11) * 0.01f;
  cudaMemcpy(power, host, bytes, cudaMemcpyHostToDevice);
  int source = 0;
  for (int round = 0; round < rounds; ++round, source = 1 - source)
    calculate<<<dim3(blocks, blocks), dim3(BLOCK, BLOCK)>>>(height, power, temp[source], temp[1 - source], size, size,
                                                            height);
  cudaMemcpy(host, temp[source], bytes, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < size * size; ++i) sum += host[i];
  std::printf("heat %.4f\n", sum);
  std::free(host);
  return 0;
}
