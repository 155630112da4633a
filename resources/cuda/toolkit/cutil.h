// What programs written for the samples of CUDA 4 and before take from "cutil.h": checks of error codes and timers.
#ifndef WARPWRIGHT_CUTIL_H
#define WARPWRIGHT_CUTIL_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef int CUTBoolean;
#define CUTFalse 0
#define CUTTrue 1

#define CUDA_SAFE_CALL_NO_SYNC(call)                                                           \
  do {                                                                                         \
    cudaError_t warpwrightError = (call);                                                      \
    if (warpwrightError != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(warpwrightError)); \
      exit(EXIT_FAILURE);                                                                      \
    }                                                                                          \
  } while (0)
#define CUDA_SAFE_CALL(call)                         \
  do {                                               \
    CUDA_SAFE_CALL_NO_SYNC(call);                    \
    CUDA_SAFE_CALL_NO_SYNC(cudaDeviceSynchronize()); \
  } while (0)
#define CUT_SAFE_CALL(call)                                   \
  do {                                                        \
    if (!(call)) {                                            \
      fprintf(stderr, "%s:%d: failed\n", __FILE__, __LINE__); \
      exit(EXIT_FAILURE);                                     \
    }                                                         \
  } while (0)
#define CUT_CHECK_ERROR(message) CUDA_SAFE_CALL(cudaGetLastError())
#define CUT_CHECK_ERROR_GL()
#define CUT_SAFE_MALLOC(call) (call)
#define CUT_DEVICE_INIT(argc, argv) CUDA_SAFE_CALL_NO_SYNC(cudaSetDevice(0))
#define CUT_EXIT(argc, argv) exit(EXIT_SUCCESS)
#define CUT_BANK_CHECKER(array, index) ((array)[index])
#define CUT_CONDITION(value) CUT_SAFE_CALL(value)
#define cutilSafeCall(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilSafeCallNoSync(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCheckMsg(message) CUT_CHECK_ERROR(message)
#define cutilExit(argc, argv) exit(EXIT_SUCCESS)
#define cutilDeviceInit(argc, argv) CUT_DEVICE_INIT(argc, argv)

struct warpwrightTimer {
  double total, started;
  int starts;
};
static __inline__ struct warpwrightTimer* warpwrightTimerOf(unsigned name) {
  static struct warpwrightTimer timers[64];
  return &timers[name % 64];
}
static __inline__ double warpwrightMilliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}
static __inline__ CUTBoolean cutResetTimer(unsigned name) {
  struct warpwrightTimer* timer = warpwrightTimerOf(name);
  timer->total = 0;
  timer->starts = 0;
  timer->started = warpwrightMilliseconds();
  return CUTTrue;
}
static __inline__ CUTBoolean cutCreateTimer(unsigned* name) {
  static unsigned next = 0;
  *name = next++;
  return cutResetTimer(*name);
}
static __inline__ CUTBoolean cutStartTimer(unsigned name) {
  warpwrightTimerOf(name)->started = warpwrightMilliseconds();
  return CUTTrue;
}
static __inline__ CUTBoolean cutStopTimer(unsigned name) {
  struct warpwrightTimer* timer = warpwrightTimerOf(name);
  timer->total += warpwrightMilliseconds() - timer->started;
  timer->starts += 1;
  return CUTTrue;
}
static __inline__ CUTBoolean cutDeleteTimer(unsigned name) {
  (void)name;
  return CUTTrue;
}
static __inline__ float cutGetTimerValue(unsigned name) {
  return (float)warpwrightTimerOf(name)->total;
}
static __inline__ float cutGetAverageTimerValue(unsigned name) {
  struct warpwrightTimer* timer = warpwrightTimerOf(name);
  return (float)(timer->starts > 0 ? timer->total / timer->starts : 0);
}
#endif
