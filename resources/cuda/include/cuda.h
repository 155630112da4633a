// The driver's types and the functions that programs of the runtime API use beside it.
#ifndef WARPWRIGHT_PUBLIC_CUDA_H
#define WARPWRIGHT_PUBLIC_CUDA_H
#pragma GCC system_header
#include <stdint.h>
#include <warpwright/driver_enums.h>
#include <warpwright/runtime_types.h>

#define __cuda_cuda_h__ 1
#define __CUDA_API_VERSION CUDA_VERSION
#define CU_LAUNCH_PARAM_END ((void*)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
typedef int CUdevice_v1;
typedef CUdevice_v1 CUdevice;
typedef unsigned long long CUdeviceptr_v2;
typedef CUdeviceptr_v2 CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUlib_st* CUlibrary;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUarray_st* CUarray;
typedef struct CUgraph_st* CUgraph;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef enum CUjit_option_enum {
  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_THREADS_PER_BLOCK = 1,
  CU_JIT_WALL_TIME = 2,
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7
} CUjit_option;

WARPWRIGHT_C_BEGIN
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int* version);
CUresult cuGetErrorString(CUresult error, const char** text);
CUresult cuGetErrorName(CUresult error, const char** text);
CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUresult cuDeviceGetCount(int* count);
CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) __asm__("cuDeviceTotalMem_v2");
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) __asm__("cuCtxCreate_v2");
CUresult cuCtxDestroy(CUcontext context) __asm__("cuCtxDestroy_v2");
CUresult cuCtxDetach(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext* context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxSynchronize(void);
CUresult cuCtxGetDevice(CUdevice* device);
CUresult cuCtxPushCurrent(CUcontext context) __asm__("cuCtxPushCurrent_v2");
CUresult cuCtxPopCurrent(CUcontext* context) __asm__("cuCtxPopCurrent_v2");
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size) __asm__("cuMemcpyDtoD_v2");
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t size) __asm__("cuMemsetD8_v2");
CUresult cuMemGetInfo(size_t* available, size_t* total) __asm__("cuMemGetInfo_v2");
CUresult cuMemAlloc(CUdeviceptr* pointer, size_t size) __asm__("cuMemAlloc_v2");
CUresult cuMemFree(CUdeviceptr pointer) __asm__("cuMemFree_v2");
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t size) __asm__("cuMemcpyHtoD_v2");
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t size) __asm__("cuMemcpyDtoH_v2");
CUresult cuModuleLoad(CUmodule* module, const char* file);
CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count, CUjit_option* options,
                            void** values);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* size, CUmodule module,
                           const char* name) __asm__("cuModuleGetGlobal_v2");
CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
                        unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes,
                        CUstream stream, void** parameters, void** extra);
WARPWRIGHT_C_END

#endif
