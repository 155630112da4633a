#pragma once

#include <QtGlobal>
#include <string>

namespace warpwright {

/// A block of 64 sums columns; pointers lie in device memory; `total` is a variable; `seen` is read and written.
inline const std::string gatherProgram = R"(
#include <cstdio>
#include <cuda_runtime.h>
#define ROWS 4
#define CHECK(call) if ((call) != cudaSuccess) { printf("line %d\n", __LINE__); return 1; }
__constant__ int weights[4];
__device__ int total;
struct Row { const int* data; Row* next; };
__global__ void fill(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i * 3 + 1;
}
__global__ void link(Row* rows, int* data, int n) {
  rows[threadIdx.x] = Row{data + threadIdx.x * n / ROWS, threadIdx.x + 1 < ROWS ? rows + threadIdx.x + 1 : nullptr};
}
__global__ void gather(Row* first, int* out, int* seen, int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0, k = 0;
  for (Row* row = first; row; row = row->next) sum += row->data[i] * weights[k++];
  tile[threadIdx.x] = sum;
  __syncthreads();
  out[i] = tile[threadIdx.x];
  seen[i] += sum;
  if (i == 0) total += sum;
}
int main(int argc, char** argv) {
  const int n = 512, threads = 64;
  int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  int *data, *out, *seen;
  Row* rows;
  cudaMalloc(&data, n * ROWS * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&seen, n * sizeof(int));
  cudaMalloc(&rows, ROWS * sizeof(Row));
  cudaMemset(seen, 0, n * sizeof(int));
  fill<<<n * ROWS / 128, 128>>>(data, n * ROWS);
  link<<<1, ROWS>>>(rows, data, n * ROWS);
  dim3 block(threads * (argc > 1 ? 2 : 1)), grid(n / block.x);
  for (int i = 0; i < 3; ++i) gather<<<grid, block, block.x * sizeof(int)>>>(rows, out, seen, n);
  int result[512];
  CHECK(cudaDeviceSynchronize());
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d\n", result[5]);
  return 0;
}
)";

/// `text` with one piece of it replaced.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) qFatal("the program lacks `%s`", from.c_str());
  return text.replace(at, from.size(), to);
}

inline std::string gatherWith(const std::string& from, const std::string& to) {
  return changed(gatherProgram, from, to);
}

}  // namespace warpwright
