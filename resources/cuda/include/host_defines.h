// The words CUDA adds to C++.
#ifndef WARPWRIGHT_PUBLIC_HOST_DEFINES_H
#define WARPWRIGHT_PUBLIC_HOST_DEFINES_H
#pragma GCC system_header
#include <warpwright/attributes.h>
#endif
