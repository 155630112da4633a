// Declared by cooperative_groups.h.
#ifndef WARPWRIGHT_PUBLIC_CG_REDUCE_H
#define WARPWRIGHT_PUBLIC_CG_REDUCE_H
#include <cooperative_groups.h>
#endif
