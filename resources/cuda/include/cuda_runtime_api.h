// The CUDA runtime for C and C++.
#ifndef WARPWRIGHT_PUBLIC_CUDA_RUNTIME_API_H
#define WARPWRIGHT_PUBLIC_CUDA_RUNTIME_API_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
