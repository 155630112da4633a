// Constants.
#ifndef WARPWRIGHT_PUBLIC_MATH_CONSTANTS_H
#define WARPWRIGHT_PUBLIC_MATH_CONSTANTS_H
#pragma GCC system_header
#include <warpwright/math_constants.h>
#endif
