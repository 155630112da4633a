// Channel formats.
#ifndef WARPWRIGHT_PUBLIC_CHANNEL_DESCRIPTOR_H
#define WARPWRIGHT_PUBLIC_CHANNEL_DESCRIPTOR_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>
#endif
