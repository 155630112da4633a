// Declared by the prelude already.
#ifndef WARPWRIGHT_PUBLIC_SM_32_INTRINSICS_H
#define WARPWRIGHT_PUBLIC_SM_32_INTRINSICS_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
