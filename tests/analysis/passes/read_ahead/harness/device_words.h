// Lets a C++ compiler take a kernel: each thread runs alone, which is enough for addresses that no other thread
// decides.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
#define __constant__ static

struct float2 {
  float x, y;
};
inline float2 make_float2(float x, float y) {
  return {x, y};
}
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
inline dim3 threadIdx(0, 0, 0), blockIdx(0, 0, 0), blockDim, gridDim;
inline void __syncthreads() {}
// The C library has names like these of its own.
#define __expf(x) std::exp(float(x))
#define __logf(x) std::log(float(x))
#define __sinf(x) std::sin(float(x))
#define __cosf(x) std::cos(float(x))

/// Which program is running; 0: none, and nothing is recorded.
extern int traced;
/// Memory whose lines count.
void watch(const void* data, uint64_t bytes);

template <typename Kernel>
void launch(dim3 grid, dim3 block, Kernel kernel) {
  gridDim = grid;
  blockDim = block;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
        for (threadIdx.z = 0; threadIdx.z < block.z; ++threadIdx.z)
          for (threadIdx.y = 0; threadIdx.y < block.y; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) kernel();
}

template <typename T>
T* array(uint64_t count) {
  T* data = static_cast<T*>(std::aligned_alloc(64, (count * sizeof(T) + 63) / 64 * 64));
  for (uint64_t i = 0; i < count * sizeof(T); ++i) reinterpret_cast<unsigned char*>(data)[i] = 0;
  watch(data, count * sizeof(T));
  return data;
}
