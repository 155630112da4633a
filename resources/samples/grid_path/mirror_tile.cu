// Turns each tile of 128 numbers round. `tile` has to stay in shared memory: every thread reads what another one wrote.
#include <cstdio>
#include <vector>

constexpr int tileSize = 128;

__global__ void mirrorTiles(const float* in, float* out) {
  __shared__ float tile[tileSize];
  const int first = blockIdx.x * tileSize;
  tile[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = tile[tileSize - 1 - threadIdx.x];
}

int main() {
  const int tiles = 64, count = tiles * tileSize;
  std::vector<float> in(count), out(count);
  for (int i = 0; i < count; i++) in[i] = static_cast<float>(i) * 0.5f;

  float *deviceIn = nullptr, *deviceOut = nullptr;
  if (cudaMalloc(&deviceIn, count * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMalloc(&deviceOut, count * sizeof(float)) != cudaSuccess) return 1;
  cudaMemcpy(deviceIn, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  mirrorTiles<<<tiles, tileSize>>>(deviceIn, deviceOut);
  cudaMemcpy(out.data(), deviceOut, count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(deviceIn);
  cudaFree(deviceOut);

  int wrong = 0;
  for (int i = 0; i < count; i++) {
    const int tile = i / tileSize, lane = i % tileSize;
    if (out[i] != in[tile * tileSize + tileSize - 1 - lane]) wrong++;
  }
  std::printf("mirror_tile: %d of %d wrong\n", wrong, count);
  return wrong == 0 ? 0 : 1;
}
