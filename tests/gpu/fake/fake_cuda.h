#pragma once

#include <cstddef>
#include <cstdint>

// What the fake driver offers beyond the real one. See fake_cuda.cpp.
extern "C" {
/// A kernel: false where it faults. `variable`: the module's only variable, four ints, named "variable".
using FakeKernel = bool (*)(unsigned grid, unsigned block, void** arguments, int32_t* variable);
/// "Loads" the only kernel and gives its handle.
void* fakeLoadKernel(const char* name, FakeKernel kernel, const size_t* offsets, const size_t* sizes, size_t count,
                     const char* cubin, size_t cubinBytes);

int cuInit(unsigned flags);
int cuCtxSynchronize();
int cuMemAlloc_v2(uint64_t* address, size_t bytes);
int cuMemAllocManaged(uint64_t* address, size_t bytes, unsigned flags);
int cuMemFree_v2(uint64_t address);
int cuMemAllocHost_v2(void** address, size_t bytes);
int cuMemHostRegister_v2(void* address, size_t bytes, unsigned flags);
int cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t bytes);
int cuMemcpyDtoH_v2(void* to, uint64_t from, size_t bytes);
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void* stream, void** arguments, void** extra);
}
