// Declared by the prelude already.
#ifndef WARPWRIGHT_PUBLIC_TEXTURE_FETCH_FUNCTIONS_H
#define WARPWRIGHT_PUBLIC_TEXTURE_FETCH_FUNCTIONS_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
