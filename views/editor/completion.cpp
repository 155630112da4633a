#include "views/editor/completion.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "views/shared/source_names.h"

namespace warpwright::views {
namespace {

struct Builtin {
  const char *name, *signature;
};

/// CUDA C++ Programming Guide: what kernels use without an include. A name without a signature is no function.
constexpr Builtin builtins[] = {
    {"__all_sync", "int __all_sync(unsigned mask, int predicate)"},
    {"__any_sync", "int __any_sync(unsigned mask, int predicate)"},
    {"__ballot_sync", "unsigned __ballot_sync(unsigned mask, int predicate)"},
    {"__activemask", "unsigned __activemask()"},
    {"__brev", "unsigned __brev(unsigned x)"},
    {"__clz", "int __clz(int x)"},
    {"__constant__", ""},
    {"__device__", ""},
    {"__ffs", "int __ffs(int x)"},
    {"__forceinline__", ""},
    {"__fdividef", "float __fdividef(float x, float y)"},
    {"__global__", ""},
    {"__host__", ""},
    {"__launch_bounds__", "__launch_bounds__(maxThreadsPerBlock, minBlocksPerMultiprocessor)"},
    {"__ldca", "T __ldca(const T* address)"},
    {"__ldcg", "T __ldcg(const T* address)"},
    {"__ldcs", "T __ldcs(const T* address)"},
    {"__ldg", "T __ldg(const T* address)"},
    {"__match_any_sync", "unsigned __match_any_sync(unsigned mask, T value)"},
    {"__noinline__", ""},
    {"__popc", "int __popc(unsigned x)"},
    {"__reduce_add_sync", "unsigned __reduce_add_sync(unsigned mask, unsigned value)"},
    {"__restrict__", ""},
    {"__shared__", ""},
    {"__shfl_down_sync", "T __shfl_down_sync(unsigned mask, T var, unsigned delta, int width = warpSize)"},
    {"__shfl_sync", "T __shfl_sync(unsigned mask, T var, int srcLane, int width = warpSize)"},
    {"__shfl_up_sync", "T __shfl_up_sync(unsigned mask, T var, unsigned delta, int width = warpSize)"},
    {"__shfl_xor_sync", "T __shfl_xor_sync(unsigned mask, T var, int laneMask, int width = warpSize)"},
    {"__stcg", "void __stcg(T* address, T value)"},
    {"__stcs", "void __stcs(T* address, T value)"},
    {"__stwt", "void __stwt(T* address, T value)"},
    {"__syncthreads", "void __syncthreads()"},
    {"__syncthreads_and", "int __syncthreads_and(int predicate)"},
    {"__syncthreads_count", "int __syncthreads_count(int predicate)"},
    {"__syncthreads_or", "int __syncthreads_or(int predicate)"},
    {"__syncwarp", "void __syncwarp(unsigned mask = 0xffffffff)"},
    {"__threadfence", "void __threadfence()"},
    {"__threadfence_block", "void __threadfence_block()"},
    {"atomicAdd", "T atomicAdd(T* address, T value)"},
    {"atomicAnd", "T atomicAnd(T* address, T value)"},
    {"atomicCAS", "T atomicCAS(T* address, T compare, T value)"},
    {"atomicExch", "T atomicExch(T* address, T value)"},
    {"atomicMax", "T atomicMax(T* address, T value)"},
    {"atomicMin", "T atomicMin(T* address, T value)"},
    {"atomicOr", "T atomicOr(T* address, T value)"},
    {"atomicSub", "T atomicSub(T* address, T value)"},
    {"atomicXor", "T atomicXor(T* address, T value)"},
    {"blockDim", ""},
    {"blockIdx", ""},
    {"ceilf", "float ceilf(float x)"},
    {"clock64", "long long clock64()"},
    {"cosf", "float cosf(float x)"},
    {"cudaDeviceSynchronize", "cudaError_t cudaDeviceSynchronize()"},
    {"cudaFree", "cudaError_t cudaFree(void* devicePointer)"},
    {"cudaGetLastError", "cudaError_t cudaGetLastError()"},
    {"cudaMalloc", "cudaError_t cudaMalloc(void** devicePointer, size_t bytes)"},
    {"cudaMallocManaged", "cudaError_t cudaMallocManaged(void** pointer, size_t bytes)"},
    {"cudaMemcpy", "cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)"},
    {"cudaMemcpyDeviceToHost", ""},
    {"cudaMemcpyHostToDevice", ""},
    {"cudaMemset", "cudaError_t cudaMemset(void* devicePointer, int value, size_t bytes)"},
    {"dim3", "dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)"},
    {"double2", ""},
    {"expf", "float expf(float x)"},
    {"fabsf", "float fabsf(float x)"},
    {"float2", ""},
    {"float3", ""},
    {"float4", ""},
    {"floorf", "float floorf(float x)"},
    {"fmaf", "float fmaf(float x, float y, float z)"},
    {"fmaxf", "float fmaxf(float x, float y)"},
    {"fminf", "float fminf(float x, float y)"},
    {"gridDim", ""},
    {"int2", ""},
    {"int4", ""},
    {"logf", "float logf(float x)"},
    {"make_float2", "float2 make_float2(float x, float y)"},
    {"make_float4", "float4 make_float4(float x, float y, float z, float w)"},
    {"make_int2", "int2 make_int2(int x, int y)"},
    {"max", "T max(T x, T y)"},
    {"min", "T min(T x, T y)"},
    {"powf", "float powf(float x, float y)"},
    {"rsqrtf", "float rsqrtf(float x)"},
    {"sinf", "float sinf(float x)"},
    {"sqrtf", "float sqrtf(float x)"},
    {"threadIdx", ""},
    {"warpSize", ""}};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

}  // namespace

std::vector<Completion> completionsAt(const std::string& text, size_t at, const std::string& prefix) {
  std::map<std::string, std::string> found;
  const auto add = [&](const std::string& name, const std::string& signature) {
    if (name.size() > prefix.size() && name.starts_with(prefix)) found.try_emplace(name, signature);
  };
  for (const std::string& name : namesInScope(text, at - std::min(at, prefix.size()))) add(name, {});
  for (const SourceSymbol& symbol : symbolsIn(text)) add(symbol.name, symbol.signature);
  for (const Builtin& builtin : builtins) add(builtin.name, builtin.signature);
  std::vector<Completion> all;
  for (auto& [name, signature] : found) all.push_back({name, signature});
  return all;
}

std::string signatureOf(const std::string& text, const std::string& name) {
  for (const SourceSymbol& symbol : symbolsIn(text)) {
    if (symbol.name == name && !symbol.signature.empty()) return symbol.signature;
  }
  for (const Builtin& builtin : builtins) {
    if (name == builtin.name) return builtin.signature;
  }
  return {};
}

OpenCall callAround(const std::string& text, size_t at) {
  int depth = 0, commas = 0;
  constexpr size_t farthest = 2000;  // arguments of a call are near it
  for (size_t i = std::min(at, text.size()); i > 0 && at - i < farthest; --i) {
    const char c = text[i - 1];
    if (c == ')' || c == ']') ++depth;
    if (c == '[') --depth;
    if (c == ',' && depth == 0) ++commas;
    if (c == ';' || c == '{' || c == '}') break;
    if (c != '(' || depth-- > 0) continue;
    size_t end = i - 1;
    while (end > 0 && text[end - 1] == ' ') --end;
    size_t start = end;
    while (start > 0 && isWord(text[start - 1])) --start;
    return {text.substr(start, end - start), commas};
  }
  return {};
}

}  // namespace warpwright::views
