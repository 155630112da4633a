// Texture and surface references, gone since CUDA 12. For analysis: a fetch is a call to a function that is not here.
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

// The attribute lets device code name a variable of the host. The types stay trivial: they stand at namespace scope.
template <class T, int dimensions = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T, int dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {};

// What a fetch gives: the element, or floats where integers are read as fractions.
template <class T, enum cudaTextureReadMode mode>
struct __warpwright_fetched { typedef T type; };
#define WARPWRIGHT_NORMALIZED(element, result) \
  template <> struct __warpwright_fetched<element, cudaReadModeNormalizedFloat> { typedef result type; };
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

#define WARPWRIGHT_REFERENCE(name, dimensions, ...)                        \
  template <class T, enum cudaTextureReadMode mode>                        \
  __device__ typename __warpwright_fetched<T, mode>::type name(texture<T, dimensions, mode>, __VA_ARGS__);
WARPWRIGHT_REFERENCE(tex1Dfetch, cudaTextureType1D, int)
WARPWRIGHT_REFERENCE(tex1D, cudaTextureType1D, float)
WARPWRIGHT_REFERENCE(tex2D, cudaTextureType2D, float, float)
WARPWRIGHT_REFERENCE(tex3D, cudaTextureType3D, float, float, float)
WARPWRIGHT_REFERENCE(tex1DLod, cudaTextureType1D, float, float)
WARPWRIGHT_REFERENCE(tex2DLod, cudaTextureType2D, float, float, float)
WARPWRIGHT_REFERENCE(tex3DLod, cudaTextureType3D, float, float, float, float)
WARPWRIGHT_REFERENCE(tex1DLayered, cudaTextureType1DLayered, float, int)
WARPWRIGHT_REFERENCE(tex2DLayered, cudaTextureType2DLayered, float, float, int)
WARPWRIGHT_REFERENCE(texCubemap, cudaTextureTypeCubemap, float, float, float)
WARPWRIGHT_REFERENCE(texCubemapLayered, cudaTextureTypeCubemapLayered, float, float, float, int)
WARPWRIGHT_REFERENCE(tex2Dgather, cudaTextureType2D, float, float, int)
#undef WARPWRIGHT_REFERENCE

template <class T, int d> __device__ void surf1Dread(T*, surface<void, d>, int, int = 0);
template <class T, int d> __device__ T surf1Dread(surface<void, d>, int, int = 0);
template <class T, int d> __device__ void surf1Dwrite(T, surface<void, d>, int, int = 0);
template <class T, int d> __device__ void surf2Dread(T*, surface<void, d>, int, int, int = 0);
template <class T, int d> __device__ T surf2Dread(surface<void, d>, int, int, int = 0);
template <class T, int d> __device__ void surf2Dwrite(T, surface<void, d>, int, int, int = 0);
template <class T, int d> __device__ void surf3Dread(T*, surface<void, d>, int, int, int, int = 0);
template <class T, int d> __device__ T surf3Dread(surface<void, d>, int, int, int, int = 0);
template <class T, int d> __device__ void surf3Dwrite(T, surface<void, d>, int, int, int, int = 0);
template <class T, int d> __device__ void surf2DLayeredwrite(T, surface<void, d>, int, int, int, int = 0);

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
WARPWRIGHT_INLINE cudaError_t cudaUnbindTexture(const texture<T, d, m>& t) { return ::cudaUnbindTexture(&t); }
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
