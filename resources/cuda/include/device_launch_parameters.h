// Declared by the prelude already.
#ifndef WARPWRIGHT_PUBLIC_DEVICE_LAUNCH_PARAMETERS_H
#define WARPWRIGHT_PUBLIC_DEVICE_LAUNCH_PARAMETERS_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
