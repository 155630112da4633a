// What programs written beside CUDA's samples take from "helper_cuda.h": checks of error codes and the choice of a
// device.
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_
#pragma GCC system_header
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

static inline const char* _cudaGetErrorEnum(cudaError_t code) {
  return cudaGetErrorName(code);
}

// Any code of CUDA or one of its libraries: 0 is success in each.
template <typename T>
static inline void warpwrightCheck(T code, const char* call, const char* file, int line) {
  if (!code) return;
  fprintf(stderr, "%s:%d: %s failed with code %u\n", file, line, call, (unsigned)code);
  exit(EXIT_FAILURE);
}
template <>
inline void warpwrightCheck(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s failed: %s\n", file, line, call, cudaGetErrorString(code));
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) warpwrightCheck((value), #value, __FILE__, __LINE__)

static inline void warpwrightLastError(const char* message, const char* file, int line, bool stop) {
  const cudaError_t code = cudaGetLastError();
  if (code == cudaSuccess) return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, message, cudaGetErrorString(code));
  if (stop) exit(EXIT_FAILURE);
}
#define getLastCudaError(message) warpwrightLastError(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) warpwrightLastError(message, __FILE__, __LINE__, false)

static inline int ftoi(float value) {
  return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f);
}

static inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major < 3) return major == 2 && minor == 1 ? 48 : 32;
  if (major == 3) return 192;
  if (major == 5 || (major == 6 && minor > 0) || (major == 8 && minor > 0) || major >= 9) return 128;
  return 64;
}
static inline const char* _ConvertSMVer2ArchName(int major, int) {
  switch (major) {
    case 3:
      return "Kepler";
    case 5:
      return "Maxwell";
    case 6:
      return "Pascal";
    case 7:
      return "Volta or Turing";
    case 8:
      return "Ampere or Ada";
    case 9:
      return "Hopper";
    default:
      return "Graphics Device";
  }
}

static inline int gpuGetMaxGflopsDeviceId() {
  return 0;
}
static inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (device >= count) return -1;
  checkCudaErrors(cudaSetDevice(device < 0 ? 0 : device));
  return device < 0 ? 0 : device;
}
static inline int findCudaDevice(int argc, const char** argv) {
  const bool named = checkCmdLineFlag(argc, argv, "device");
  const int device = gpuDeviceInit(named ? getCmdLineArgumentInt(argc, argv, "device=") : gpuGetMaxGflopsDeviceId());
  if (device < 0) {
    fprintf(stderr, "There is no such device.\n");
    exit(EXIT_FAILURE);
  }
  return device;
}
static inline int findIntegratedGPU() {
  return -1;
}
static inline bool checkCudaCapabilities(int major, int minor) {
  int device = 0, has = 0, hasMinor = 0;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaDeviceGetAttribute(&has, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors(cudaDeviceGetAttribute(&hasMinor, cudaDevAttrComputeCapabilityMinor, device));
  return has > major || (has == major && hasMinor >= minor);
}
#endif
