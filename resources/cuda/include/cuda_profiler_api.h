// Profiler control.
#ifndef WARPWRIGHT_PUBLIC_CUDA_PROFILER_API_H
#define WARPWRIGHT_PUBLIC_CUDA_PROFILER_API_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
