// The overloads C++ code may use: typed pointers, symbols by reference, functions by name.
#ifndef WARPWRIGHT_RUNTIME_TEMPLATES_H
#define WARPWRIGHT_RUNTIME_TEMPLATES_H
#pragma GCC system_header

#define WARPWRIGHT_INLINE static __inline__ __attribute__((unused))

template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMalloc(T** pointer, size_t size) {
  return ::cudaMalloc((void**)(void*)pointer, size);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc((void**)(void*)pointer, size, flags);
}
WARPWRIGHT_INLINE cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(pointer, size, flags);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void**)(void*)pointer, size, flags);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocManaged(T** pointer, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void**)(void*)pointer, size, flags);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void**)(void*)pointer, size, stream);
}
WARPWRIGHT_INLINE cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(pointer, size, pool, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                                      cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t size = 0,
                                                       unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void*)pointer, size, flags);
}

template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t size, size_t offset = 0,
                                                 enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, from, size, offset, kind);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t size, size_t offset = 0,
                                                   enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, (const void*)&symbol, size, offset, kind);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t size, size_t offset = 0,
                                                      enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                      cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, from, size, offset, kind, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t size, size_t offset = 0,
                                                        enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                        cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, size, offset, kind, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, (const void*)&symbol);
}

WARPWRIGHT_INLINE cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}
WARPWRIGHT_INLINE cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, int device,
                                                   cudaStream_t stream = 0) {
  struct cudaMemLocation where;
  where.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  where.id = device == cudaCpuDeviceId ? 0 : device;
  return ::cudaMemPrefetchAsync(pointer, size, where, 0u, stream);
}
WARPWRIGHT_INLINE cudaError_t cudaMemAdvise(const void* pointer, size_t size, enum cudaMemoryAdvise advice,
                                            int device) {
  struct cudaMemLocation where;
  where.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  where.id = device == cudaCpuDeviceId ? 0 : device;
  return ::cudaMemAdvise(pointer, size, advice, where);
}
/// As it was before CUDA 12.
WARPWRIGHT_INLINE cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t*,
                                                  enum cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);
  *result = info.result;
  return status;
}
WARPWRIGHT_INLINE cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t*, char*,
                                                   size_t) {
  return ::cudaGraphInstantiate(exec, graph, 0ull);
}

template <class T>
WARPWRIGHT_INLINE cudaError_t cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                               size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void*)function, grid, block, arguments, sharedBytes, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** arguments,
                                                          size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, sharedBytes, stream);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* function) {
  return ::cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaFuncSetAttribute(T* function, enum cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaFuncSetCacheConfig(T* function, enum cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void*)function, config);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaFuncSetSharedMemConfig(T* function, enum cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function, int blockSize,
                                                                            size_t dynamicSharedBytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, blockSize, dynamicSharedBytes);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T function, int blocks,
                                                                        int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, blockSize);
}
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T function,
                                                                                     int blockSize,
                                                                                     size_t dynamicSharedBytes,
                                                                                     unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, blockSize,
                                                                  dynamicSharedBytes, flags);
}

/// The block size that keeps the most threads of a multiprocessor busy, largest first, as the runtime's template does.
template <class T, class SharedBytes>
WARPWRIGHT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T function,
                                                                             SharedBytes sharedBytes, int limit = 0) {
  int device = 0, multiprocessors = 0, warp = 32, bestThreads = 0;
  struct cudaFuncAttributes attributes;
  cudaError_t status = ::cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess) status = ::cudaFuncGetAttributes(&attributes, (const void*)function);
  if (status != cudaSuccess) return status;
  const int most = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
  *grid = *block = 0;
  for (int size = (most + warp - 1) / warp * warp; size > 0; size -= warp) {
    const int threads = size < most ? size : most;
    int blocks = 0;
    status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)function, threads,
                                                             (size_t)sharedBytes(threads));
    if (status != cudaSuccess) return status;
    if (blocks * threads > bestThreads) {
      bestThreads = blocks * threads;
      *block = threads;
      *grid = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
struct __warpwright_sameSharedBytes {
  size_t bytes;
  __host__ __device__ size_t operator()(int) const { return bytes; }
};
template <class T>
WARPWRIGHT_INLINE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T function,
                                                                 size_t dynamicSharedBytes = 0, int limit = 0) {
  __warpwright_sameSharedBytes same = {dynamicSharedBytes};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, function, same, limit);
}

#if __cplusplus >= 201103L
template <class... Expected, class... Given>
WARPWRIGHT_INLINE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Expected...),
                                                 Given&&... given) {
  return [&](Expected... coerced) {
    void* arguments[sizeof...(Expected) + 1] = {(void*)&coerced...};
    return ::cudaLaunchKernelExC(config, (const void*)kernel, arguments);
  }(static_cast<Given&&>(given)...);
}
#endif

template <class T>
struct __warpwright_channels;
#define WARPWRIGHT_CHANNELS(name, bits, kind)                  \
  template <>                                                  \
  struct __warpwright_channels<name##1> {                      \
    enum { x = bits, y = 0, z = 0, w = 0, f = kind };          \
  };                                                           \
  template <>                                                  \
  struct __warpwright_channels<name##2> {                      \
    enum { x = bits, y = bits, z = 0, w = 0, f = kind };       \
  };                                                           \
  template <>                                                  \
  struct __warpwright_channels<name##3> {                      \
    enum { x = bits, y = bits, z = bits, w = 0, f = kind };    \
  };                                                           \
  template <>                                                  \
  struct __warpwright_channels<name##4> {                      \
    enum { x = bits, y = bits, z = bits, w = bits, f = kind }; \
  };
#define WARPWRIGHT_CHANNEL(type, bits, kind)          \
  template <>                                         \
  struct __warpwright_channels<type> {                \
    enum { x = bits, y = 0, z = 0, w = 0, f = kind }; \
  };
WARPWRIGHT_CHANNELS(char, 8, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNELS(uchar, 8, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNELS(short, 16, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNELS(ushort, 16, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNELS(int, 32, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNELS(uint, 32, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNELS(float, 32, cudaChannelFormatKindFloat)
WARPWRIGHT_CHANNEL(char, 8, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNEL(signed char, 8, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNEL(unsigned char, 8, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNEL(short, 16, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNEL(unsigned short, 16, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNEL(int, 32, cudaChannelFormatKindSigned)
WARPWRIGHT_CHANNEL(unsigned int, 32, cudaChannelFormatKindUnsigned)
WARPWRIGHT_CHANNEL(float, 32, cudaChannelFormatKindFloat)
#undef WARPWRIGHT_CHANNELS
#undef WARPWRIGHT_CHANNEL
template <class T>
WARPWRIGHT_INLINE struct cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef __warpwright_channels<T> channels;
  return cudaCreateChannelDesc(channels::x, channels::y, channels::z, channels::w, (cudaChannelFormatKind)channels::f);
}

#undef WARPWRIGHT_INLINE
#endif
