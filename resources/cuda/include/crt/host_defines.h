// Declared by the prelude already.
#ifndef WARPWRIGHT_PUBLIC_CRT_HOST_DEFINES_H
#define WARPWRIGHT_PUBLIC_CRT_HOST_DEFINES_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
