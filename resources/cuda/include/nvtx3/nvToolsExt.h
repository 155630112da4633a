// Marks for profilers: there is none that listens.
#ifndef WARPWRIGHT_PUBLIC_NVTX
#define WARPWRIGHT_PUBLIC_NVTX
#pragma GCC system_header
#include <stdint.h>

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration* nvtxDomainHandle_t;
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_TYPE_ASCII 1
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char* ascii;
    const wchar_t* unicode;
  } message;
} nvtxEventAttributes_t;

#define WARPWRIGHT_NVTX static __inline__ __attribute__((unused))
WARPWRIGHT_NVTX int nvtxRangePushA(const char* name) {
  return name ? 0 : -1;
}
WARPWRIGHT_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t* attributes) {
  return attributes ? 0 : -1;
}
WARPWRIGHT_NVTX int nvtxRangePop(void) {
  return 0;
}
WARPWRIGHT_NVTX nvtxRangeId_t nvtxRangeStartA(const char* name) {
  return name ? 1 : 0;
}
WARPWRIGHT_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* attributes) {
  return attributes ? 1 : 0;
}
WARPWRIGHT_NVTX void nvtxRangeEnd(nvtxRangeId_t id) {
  (void)id;
}
WARPWRIGHT_NVTX void nvtxMarkA(const char* name) {
  (void)name;
}
WARPWRIGHT_NVTX void nvtxMarkEx(const nvtxEventAttributes_t* attributes) {
  (void)attributes;
}
WARPWRIGHT_NVTX void nvtxNameOsThreadA(uint32_t thread, const char* name) {
  (void)thread, (void)name;
}
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#endif
