// Each program of this folder checks what it computed and says "ok" at its end.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                             \
    }                                                                           \
  } while (0)
#define CUDA(call)                                                                         \
  do {                                                                                     \
    const cudaError_t code = (call);                                                       \
    if (code != cudaSuccess) {                                                             \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(code)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

template <class T>
T* onDevice(const std::vector<T>& values) {
  T* memory = nullptr;
  CUDA(cudaMalloc(&memory, values.size() * sizeof(T)));
  CUDA(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}
template <class T>
std::vector<T> fromDevice(const T* memory, size_t count) {
  std::vector<T> values(count);
  CUDA(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}
inline bool near(double a, double b, double within = 1e-5) {
  return std::fabs(a - b) <= within;
}
