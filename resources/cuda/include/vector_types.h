// Short vectors.
#ifndef WARPWRIGHT_PUBLIC_VECTOR_TYPES_H
#define WARPWRIGHT_PUBLIC_VECTOR_TYPES_H
#pragma GCC system_header
#include <warpwright/vector_types.h>
#endif
