// Declared by nvtx3/nvToolsExt.h.
#ifndef WARPWRIGHT_PUBLIC_NVTX_OLD
#define WARPWRIGHT_PUBLIC_NVTX_OLD
#include <nvtx3/nvToolsExt.h>
#endif
