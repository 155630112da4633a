// The runtime's structures.
#ifndef WARPWRIGHT_PUBLIC_BUILTIN_TYPES_H
#define WARPWRIGHT_PUBLIC_BUILTIN_TYPES_H
#pragma GCC system_header
#include <warpwright/runtime_types.h>
#endif
