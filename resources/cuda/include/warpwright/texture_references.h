// Texture and surface references, gone since CUDA 12. A fetch is that of the texture object bound to the reference.
#ifndef WARPWRIGHT_TEXTURE_REFERENCES_H
#define WARPWRIGHT_TEXTURE_REFERENCES_H
#pragma GCC system_header

#ifndef cudaTextureType1D
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#endif
#ifndef cudaSurfaceType1D
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#endif

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int reserved[14];
};
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};

// The attribute lets device code name a variable of the host; on the device it is a handle of 64 bits.
template <class T, int dimensions = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  __host__ texture(int isNormalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode outside = cudaAddressModeClamp)
      : textureReference() {
    normalized = isNormalized;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = outside;
    channelDesc = cudaCreateChannelDesc<T>();
  }
  __host__ texture(int isNormalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode outside,
                   struct cudaChannelFormatDesc format)
      : textureReference() {
    normalized = isNormalized;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = outside;
    channelDesc = format;
  }
};
template <class T, int dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

// What a fetch gives: the element, or floats where integers are read as fractions.
template <class T, enum cudaTextureReadMode mode>
struct __warpwright_fetched {
  typedef T type;
};
#define WARPWRIGHT_NORMALIZED(element, result)                        \
  template <>                                                         \
  struct __warpwright_fetched<element, cudaReadModeNormalizedFloat> { \
    typedef result type;                                              \
  };
WARPWRIGHT_NORMALIZED(char, float)
WARPWRIGHT_NORMALIZED(signed char, float)
WARPWRIGHT_NORMALIZED(unsigned char, float)
WARPWRIGHT_NORMALIZED(short, float)
WARPWRIGHT_NORMALIZED(unsigned short, float)
WARPWRIGHT_NORMALIZED(char1, float1)
WARPWRIGHT_NORMALIZED(uchar1, float1)
WARPWRIGHT_NORMALIZED(short1, float1)
WARPWRIGHT_NORMALIZED(ushort1, float1)
WARPWRIGHT_NORMALIZED(char2, float2)
WARPWRIGHT_NORMALIZED(uchar2, float2)
WARPWRIGHT_NORMALIZED(short2, float2)
WARPWRIGHT_NORMALIZED(ushort2, float2)
WARPWRIGHT_NORMALIZED(char4, float4)
WARPWRIGHT_NORMALIZED(uchar4, float4)
WARPWRIGHT_NORMALIZED(short4, float4)
WARPWRIGHT_NORMALIZED(ushort4, float4)
#undef WARPWRIGHT_NORMALIZED

#ifdef WARPWRIGHT_OWN_HEADERS
/// The texture object that a reference is bound to; device code has it in place of the structure.
template <class Reference>
__device__ __inline__ __attribute__((always_inline)) unsigned long long __warpwright_handle(Reference reference) {
  unsigned long long handle;
  asm("mov.b64 %0, %1;" : "=l"(handle) : "l"(reference));
  return handle;
}
#define WARPWRIGHT_REFERENCE(name, dimensions, kind, parameters, ...)                                                 \
  template <class T, enum cudaTextureReadMode mode>                                                                   \
  __device__ __inline__ __attribute__((always_inline)) typename __warpwright_fetched<T, mode>::type name parameters { \
    return __warpwright_fetch<typename __warpwright_fetched<T, mode>::type>(__warpwright_handle(t), kind,             \
                                                                            __VA_ARGS__);                             \
  }
#define WARPWRIGHT_SURFACE_READ(name, kind, parameters, ...)                                                \
  template <class T, int d>                                                                                 \
  __device__ __inline__ void name(T* out, surface<void, d> s, parameters int mode = cudaBoundaryModeTrap) { \
    __warpwright_surface(out, sizeof(T), __warpwright_handle(s), kind, __VA_ARGS__, mode);                  \
  }                                                                                                         \
  template <class T, int d>                                                                                 \
  __device__ __inline__ T name(surface<void, d> s, parameters int mode = cudaBoundaryModeTrap) {            \
    T value;                                                                                                \
    __warpwright_surface(&value, sizeof(T), __warpwright_handle(s), kind, __VA_ARGS__, mode);               \
    return value;                                                                                           \
  }
#define WARPWRIGHT_SURFACE_WRITE(name, kind, parameters, ...)                                                \
  template <class T, int d>                                                                                  \
  __device__ __inline__ void name(T value, surface<void, d> s, parameters int mode = cudaBoundaryModeTrap) { \
    __warpwright_surface(&value, sizeof(T), __warpwright_handle(s), kind + 128, __VA_ARGS__, mode);          \
  }
#else
#define WARPWRIGHT_REFERENCE(name, dimensions, kind, parameters, ...) \
  template <class T, enum cudaTextureReadMode mode>                   \
  __device__ typename __warpwright_fetched<T, mode>::type name parameters;
#define WARPWRIGHT_SURFACE_READ(name, kind, parameters, ...)            \
  template <class T, int d>                                             \
  __device__ void name(T* out, surface<void, d> s, parameters int = 2); \
  template <class T, int d>                                             \
  __device__ T name(surface<void, d> s, parameters int = 2);
#define WARPWRIGHT_SURFACE_WRITE(name, kind, parameters, ...) \
  template <class T, int d>                                   \
  __device__ void name(T value, surface<void, d> s, parameters int = 2);
#define __nvvm_bitcast_i2f(bits) bits
#endif
#define WARPWRIGHT_T(dimensions) texture<T, dimensions, mode> t
WARPWRIGHT_REFERENCE(tex1Dfetch, 1, 1 + 8, (WARPWRIGHT_T(cudaTextureType1D), int x), __nvvm_bitcast_i2f(x), 0, 0, 0)
WARPWRIGHT_REFERENCE(tex1D, 1, 1, (WARPWRIGHT_T(cudaTextureType1D), float x), x, 0, 0, 0)
WARPWRIGHT_REFERENCE(tex2D, 2, 2, (WARPWRIGHT_T(cudaTextureType2D), float x, float y), x, y, 0, 0)
WARPWRIGHT_REFERENCE(tex3D, 3, 3, (WARPWRIGHT_T(cudaTextureType3D), float x, float y, float z), x, y, z, 0)
WARPWRIGHT_REFERENCE(tex1DLod, 1, 1, (WARPWRIGHT_T(cudaTextureType1D), float x, float level), x, 0, 0, level)
WARPWRIGHT_REFERENCE(tex2DLod, 2, 2, (WARPWRIGHT_T(cudaTextureType2D), float x, float y, float level), x, y, 0, level)
WARPWRIGHT_REFERENCE(tex3DLod, 3, 3, (WARPWRIGHT_T(cudaTextureType3D), float x, float y, float z, float level), x, y, z,
                     level)
WARPWRIGHT_REFERENCE(tex1DLayered, 1, 1 + 16, (WARPWRIGHT_T(cudaTextureType1DLayered), float x, int layer), x, 0, 0,
                     (float)layer)
WARPWRIGHT_REFERENCE(tex2DLayered, 2, 2 + 16, (WARPWRIGHT_T(cudaTextureType2DLayered), float x, float y, int layer), x,
                     y, 0, (float)layer)
WARPWRIGHT_REFERENCE(texCubemap, 2, 2 + 32, (WARPWRIGHT_T(cudaTextureTypeCubemap), float x, float y, float z), x, y, z,
                     0)
WARPWRIGHT_REFERENCE(texCubemapLayered, 2, 2 + 16 + 32,
                     (WARPWRIGHT_T(cudaTextureTypeCubemapLayered), float x, float y, float z, int layer), x, y, z,
                     (float)layer)
WARPWRIGHT_REFERENCE(tex2Dgather, 2, 2 + 64, (WARPWRIGHT_T(cudaTextureType2D), float x, float y, int component), x, y,
                     0, (float)component)
#undef WARPWRIGHT_T
#undef WARPWRIGHT_REFERENCE

#define WARPWRIGHT_1D int x,
#define WARPWRIGHT_2D int x, int y,
#define WARPWRIGHT_3D int x, int y, int z,
WARPWRIGHT_SURFACE_READ(surf1Dread, 1, WARPWRIGHT_1D, x, 0, 0)
WARPWRIGHT_SURFACE_WRITE(surf1Dwrite, 1, WARPWRIGHT_1D, x, 0, 0)
WARPWRIGHT_SURFACE_READ(surf2Dread, 2, WARPWRIGHT_2D, x, y, 0)
WARPWRIGHT_SURFACE_WRITE(surf2Dwrite, 2, WARPWRIGHT_2D, x, y, 0)
WARPWRIGHT_SURFACE_READ(surf3Dread, 3, WARPWRIGHT_3D, x, y, z)
WARPWRIGHT_SURFACE_WRITE(surf3Dwrite, 3, WARPWRIGHT_3D, x, y, z)
WARPWRIGHT_SURFACE_READ(surf2DLayeredread, 2 + 16, WARPWRIGHT_3D, x, y, z)
WARPWRIGHT_SURFACE_WRITE(surf2DLayeredwrite, 2 + 16, WARPWRIGHT_3D, x, y, z)
#undef WARPWRIGHT_1D
#undef WARPWRIGHT_2D
#undef WARPWRIGHT_3D
#undef WARPWRIGHT_SURFACE_READ
#undef WARPWRIGHT_SURFACE_WRITE
#ifndef WARPWRIGHT_OWN_HEADERS
#undef __nvvm_bitcast_i2f
#endif

extern "C" {
cudaError_t cudaBindTexture(size_t* offset, const struct textureReference* reference, const void* pointer,
                            const struct cudaChannelFormatDesc* format, size_t size);
cudaError_t cudaBindTexture2D(size_t* offset, const struct textureReference* reference, const void* pointer,
                              const struct cudaChannelFormatDesc* format, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference* reference, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc* format);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference* reference, cudaMipmappedArray_const_t array,
                                            const struct cudaChannelFormatDesc* format);
cudaError_t cudaUnbindTexture(const struct textureReference* reference);
cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const struct textureReference* reference);
cudaError_t cudaGetTextureReference(const struct textureReference** reference, const void* symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference* reference, cudaArray_const_t array,
                                   const struct cudaChannelFormatDesc* format);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference** reference, const void* symbol);
}
#define WARPWRIGHT_INLINE static __host__ __inline__ __attribute__((unused))
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTexture(size_t* offset, const texture<T, d, m>& t, const void* pointer,
                                              const struct cudaChannelFormatDesc& format, size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, &t, pointer, &format, size);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTexture(size_t* offset, const texture<T, d, m>& t, const void* pointer,
                                              size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, &t, pointer, &t.channelDesc, size);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, d, m>& t, const void* pointer,
                                                const struct cudaChannelFormatDesc& format, size_t width, size_t height,
                                                size_t pitch) {
  return ::cudaBindTexture2D(offset, &t, pointer, &format, width, height, pitch);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, d, m>& t, const void* pointer,
                                                size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, &t, pointer, &t.channelDesc, width, height, pitch);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTextureToArray(const texture<T, d, m>& t, cudaArray_const_t array,
                                                     const struct cudaChannelFormatDesc& format) {
  return ::cudaBindTextureToArray(&t, array, &format);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaBindTextureToArray(const texture<T, d, m>& t, cudaArray_const_t array) {
  struct cudaChannelFormatDesc format;
  const cudaError_t status = ::cudaGetChannelDesc(&format, array);
  return status == cudaSuccess ? ::cudaBindTextureToArray(&t, array, &format) : status;
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaUnbindTexture(const texture<T, d, m>& t) {
  return ::cudaUnbindTexture(&t);
}
template <class T, int d, enum cudaTextureReadMode m>
WARPWRIGHT_INLINE cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const texture<T, d, m>& t) {
  return ::cudaGetTextureAlignmentOffset(offset, &t);
}
template <class T, int d>
WARPWRIGHT_INLINE cudaError_t cudaBindSurfaceToArray(const surface<T, d>& s, cudaArray_const_t array) {
  struct cudaChannelFormatDesc format;
  const cudaError_t status = ::cudaGetChannelDesc(&format, array);
  return status == cudaSuccess ? ::cudaBindSurfaceToArray(&s, array, &format) : status;
}
#undef WARPWRIGHT_INLINE

#endif
