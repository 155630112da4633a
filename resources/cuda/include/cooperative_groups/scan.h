// Declared by cooperative_groups.h.
#ifndef WARPWRIGHT_PUBLIC_CG_SCAN_H
#define WARPWRIGHT_PUBLIC_CG_SCAN_H
#include <cooperative_groups.h>
#endif
