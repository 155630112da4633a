// What nvcc gives and Clang's wrapper of a toolkit's headers does not, and what CUDA 12 and 13 removed.
#ifndef WARPWRIGHT_TOOLKIT_GAPS_H
#define WARPWRIGHT_TOOLKIT_GAPS_H
#pragma GCC system_header

#include <cmath>
#include <math.h>  // isfinite and the like outside `std`, too, as nvcc has them

// min and max on the host.
#define WARPWRIGHT_HOST static __host__ __inline__ __attribute__((unused))
#define WARPWRIGHT_MINMAX(result, left, right)            \
  WARPWRIGHT_HOST result min(left a, right b) {           \
    return (result)b < (result)a ? (result)b : (result)a; \
  }                                                       \
  WARPWRIGHT_HOST result max(left a, right b) {           \
    return (result)a < (result)b ? (result)b : (result)a; \
  }
WARPWRIGHT_MINMAX(int, int, int)
WARPWRIGHT_MINMAX(unsigned, unsigned, unsigned)
WARPWRIGHT_MINMAX(unsigned, int, unsigned)
WARPWRIGHT_MINMAX(unsigned, unsigned, int)
WARPWRIGHT_MINMAX(long, long, long)
WARPWRIGHT_MINMAX(unsigned long, unsigned long, unsigned long)
WARPWRIGHT_MINMAX(unsigned long, long, unsigned long)
WARPWRIGHT_MINMAX(unsigned long, unsigned long, long)
WARPWRIGHT_MINMAX(long long, long long, long long)
WARPWRIGHT_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WARPWRIGHT_MINMAX(unsigned long long, long long, unsigned long long)
WARPWRIGHT_MINMAX(unsigned long long, unsigned long long, long long)
WARPWRIGHT_MINMAX(float, float, float)
WARPWRIGHT_MINMAX(double, double, double)
WARPWRIGHT_MINMAX(double, float, double)
WARPWRIGHT_MINMAX(double, double, float)
#undef WARPWRIGHT_MINMAX

#undef WARPWRIGHT_HOST

#include "cache_operators.h"
#include "removed_calls.h"

#endif
