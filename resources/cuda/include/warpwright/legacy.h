// Included after the CUDA headers, ours or a toolkit's: what programs for older toolkits use and nvcc's own prelude
// gives.
#ifndef WARPWRIGHT_LEGACY_H
#define WARPWRIGHT_LEGACY_H
#pragma GCC system_header
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

// Programs test this to see whether they are CUDA. A toolkit's headers must not see it, so it comes after them.
#ifndef __NVCC__
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

// Clang knows managed variables for HIP alone: here they are device variables with a mark that the engine looks for.
#ifdef __CUDA__
#undef __managed__
#define __managed__ __attribute__((device)) __attribute__((annotate("warpwright.managed")))
#endif

#if defined(WARPWRIGHT_OWN_HEADERS) || CUDA_VERSION >= 12000
#include "texture_references.h"
#endif
#ifndef WARPWRIGHT_OWN_HEADERS
#include "toolkit_gaps.h"
#endif

#endif
