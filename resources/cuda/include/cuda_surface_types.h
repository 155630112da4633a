// Declared by the prelude already.
#ifndef WARPWRIGHT_PUBLIC_CUDA_SURFACE_TYPES_H
#define WARPWRIGHT_PUBLIC_CUDA_SURFACE_TYPES_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
