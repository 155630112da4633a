// Declared by cooperative_groups.h.
#ifndef WARPWRIGHT_PUBLIC_CG_MEMCPY_ASYNC_H
#define WARPWRIGHT_PUBLIC_CG_MEMCPY_ASYNC_H
#include <cooperative_groups.h>
#endif
