// Texture and surface objects. What a fetch does is the engine's business: README.md beside this folder.
#ifndef WARPWRIGHT_TEXTURES_H
#define WARPWRIGHT_TEXTURES_H
#pragma GCC system_header

extern "C" __device__ void __warpwright_texture(unsigned out[4], unsigned long long texture, int kind, float x, float y,
                                                float z, float w);
extern "C" __device__ void __warpwright_surface(void* data, unsigned bytes, unsigned long long surface, int kind, int x,
                                                int y, int z, int mode);

// One 32-bit channel as an element of the type asked for.
template <class T>
WARPWRIGHT_D T __warpwright_channel(unsigned bits) {
  return (T)(int)bits;
}
template <>
WARPWRIGHT_D unsigned int __warpwright_channel<unsigned int>(unsigned bits) {
  return bits;
}
template <>
WARPWRIGHT_D float __warpwright_channel<float>(unsigned bits) {
  return __nvvm_bitcast_i2f((int)bits);
}

template <class T>
struct __warpwright_texel {
  static __device__ __inline__ T make(const unsigned* c) { return __warpwright_channel<T>(c[0]); }
};
#define WARPWRIGHT_TEXEL(name, element)                                                                \
  template <>                                                                                          \
  struct __warpwright_texel<name##1> {                                                                 \
    static __device__ __inline__ name##1 make(const unsigned* c) {                                     \
      return make_##name##1(__warpwright_channel<element>(c[0]));                                      \
    }                                                                                                  \
  };                                                                                                   \
  template <>                                                                                          \
  struct __warpwright_texel<name##2> {                                                                 \
    static __device__ __inline__ name##2 make(const unsigned* c) {                                     \
      return make_##name##2(__warpwright_channel<element>(c[0]), __warpwright_channel<element>(c[1])); \
    }                                                                                                  \
  };                                                                                                   \
  template <>                                                                                          \
  struct __warpwright_texel<name##4> {                                                                 \
    static __device__ __inline__ name##4 make(const unsigned* c) {                                     \
      return make_##name##4(__warpwright_channel<element>(c[0]), __warpwright_channel<element>(c[1]),  \
                            __warpwright_channel<element>(c[2]), __warpwright_channel<element>(c[3])); \
    }                                                                                                  \
  };
WARPWRIGHT_TEXEL(char, signed char)
WARPWRIGHT_TEXEL(uchar, unsigned char)
WARPWRIGHT_TEXEL(short, short)
WARPWRIGHT_TEXEL(ushort, unsigned short)
WARPWRIGHT_TEXEL(int, int)
WARPWRIGHT_TEXEL(uint, unsigned int)
WARPWRIGHT_TEXEL(float, float)
#undef WARPWRIGHT_TEXEL

template <class T>
WARPWRIGHT_D T __warpwright_fetch(unsigned long long texture, int kind, float x, float y, float z, float w) {
  unsigned channels[4];
  __warpwright_texture(channels, texture, kind, x, y, z, w);
  return __warpwright_texel<T>::make(channels);
}
/// A texel index does not fit a float beyond 2^24: integer fetches carry its bits.
template <class T>
WARPWRIGHT_D T tex1Dfetch(cudaTextureObject_t t, int x) {
  return __warpwright_fetch<T>(t, 1 + 8, __nvvm_bitcast_i2f(x), 0, 0, 0);
}
template <class T>
WARPWRIGHT_D T tex1D(cudaTextureObject_t t, float x) {
  return __warpwright_fetch<T>(t, 1, x, 0, 0, 0);
}
template <class T>
WARPWRIGHT_D T tex1DLod(cudaTextureObject_t t, float x, float level) {
  return __warpwright_fetch<T>(t, 1, x, 0, 0, level);
}
template <class T>
WARPWRIGHT_D T tex2D(cudaTextureObject_t t, float x, float y) {
  return __warpwright_fetch<T>(t, 2, x, y, 0, 0);
}
template <class T>
WARPWRIGHT_D T tex2DLod(cudaTextureObject_t t, float x, float y, float level) {
  return __warpwright_fetch<T>(t, 2, x, y, 0, level);
}
template <class T>
WARPWRIGHT_D T tex2DGrad(cudaTextureObject_t t, float x, float y, float2, float2) {
  return __warpwright_fetch<T>(t, 2, x, y, 0, 0);
}
template <class T>
WARPWRIGHT_D T tex2Dgather(cudaTextureObject_t t, float x, float y, int component = 0) {
  return __warpwright_fetch<T>(t, 2 + 64, x, y, 0, (float)component);
}
template <class T>
WARPWRIGHT_D T tex3D(cudaTextureObject_t t, float x, float y, float z) {
  return __warpwright_fetch<T>(t, 3, x, y, z, 0);
}
template <class T>
WARPWRIGHT_D T tex3DLod(cudaTextureObject_t t, float x, float y, float z, float level) {
  return __warpwright_fetch<T>(t, 3, x, y, z, level);
}
template <class T>
WARPWRIGHT_D T tex1DLayered(cudaTextureObject_t t, float x, int layer) {
  return __warpwright_fetch<T>(t, 1 + 16, x, 0, 0, (float)layer);
}
template <class T>
WARPWRIGHT_D T tex2DLayered(cudaTextureObject_t t, float x, float y, int layer) {
  return __warpwright_fetch<T>(t, 2 + 16, x, y, 0, (float)layer);
}
template <class T>
WARPWRIGHT_D T texCubemap(cudaTextureObject_t t, float x, float y, float z) {
  return __warpwright_fetch<T>(t, 2 + 32, x, y, z, 0);
}
template <class T>
WARPWRIGHT_D T texCubemapLayered(cudaTextureObject_t t, float x, float y, float z, int layer) {
  return __warpwright_fetch<T>(t, 2 + 16 + 32, x, y, z, (float)layer);
}
template <class T>
WARPWRIGHT_D void tex1Dfetch(T* out, cudaTextureObject_t t, int x) {
  *out = tex1Dfetch<T>(t, x);
}
template <class T>
WARPWRIGHT_D void tex1D(T* out, cudaTextureObject_t t, float x) {
  *out = tex1D<T>(t, x);
}
template <class T>
WARPWRIGHT_D void tex2D(T* out, cudaTextureObject_t t, float x, float y) {
  *out = tex2D<T>(t, x, y);
}
template <class T>
WARPWRIGHT_D void tex2DLod(T* out, cudaTextureObject_t t, float x, float y, float level) {
  *out = tex2DLod<T>(t, x, y, level);
}
template <class T>
WARPWRIGHT_D void tex2DLayered(T* out, cudaTextureObject_t t, float x, float y, int layer) {
  *out = tex2DLayered<T>(t, x, y, layer);
}
template <class T>
WARPWRIGHT_D void tex3D(T* out, cudaTextureObject_t t, float x, float y, float z) {
  *out = tex3D<T>(t, x, y, z);
}

template <class T>
WARPWRIGHT_D void surf1Dread(T* out, cudaSurfaceObject_t s, int x, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(out, sizeof(T), s, 1, x, 0, 0, mode);
}
template <class T>
WARPWRIGHT_D T surf1Dread(cudaSurfaceObject_t s, int x, int mode = cudaBoundaryModeTrap) {
  T value;
  surf1Dread(&value, s, x, mode);
  return value;
}
template <class T>
WARPWRIGHT_D void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(&value, sizeof(T), s, 1 + 128, x, 0, 0, mode);
}
template <class T>
WARPWRIGHT_D void surf2Dread(T* out, cudaSurfaceObject_t s, int x, int y, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(out, sizeof(T), s, 2, x, y, 0, mode);
}
template <class T>
WARPWRIGHT_D T surf2Dread(cudaSurfaceObject_t s, int x, int y, int mode = cudaBoundaryModeTrap) {
  T value;
  surf2Dread(&value, s, x, y, mode);
  return value;
}
template <class T>
WARPWRIGHT_D void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(&value, sizeof(T), s, 2 + 128, x, y, 0, mode);
}
template <class T>
WARPWRIGHT_D void surf3Dread(T* out, cudaSurfaceObject_t s, int x, int y, int z, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(out, sizeof(T), s, 3, x, y, z, mode);
}
template <class T>
WARPWRIGHT_D T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, int mode = cudaBoundaryModeTrap) {
  T value;
  surf3Dread(&value, s, x, y, z, mode);
  return value;
}
template <class T>
WARPWRIGHT_D void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(&value, sizeof(T), s, 3 + 128, x, y, z, mode);
}
template <class T>
WARPWRIGHT_D void surf2DLayeredread(T* out, cudaSurfaceObject_t s, int x, int y, int layer,
                                    int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(out, sizeof(T), s, 2 + 16, x, y, layer, mode);
}
template <class T>
WARPWRIGHT_D T surf2DLayeredread(cudaSurfaceObject_t s, int x, int y, int layer, int mode = cudaBoundaryModeTrap) {
  T value;
  surf2DLayeredread(&value, s, x, y, layer, mode);
  return value;
}
template <class T>
WARPWRIGHT_D void surfCubemapread(T* out, cudaSurfaceObject_t s, int x, int y, int face,
                                  int mode = cudaBoundaryModeTrap) {
  surf2DLayeredread(out, s, x, y, face, mode);
}
template <class T>
WARPWRIGHT_D T surfCubemapread(cudaSurfaceObject_t s, int x, int y, int face, int mode = cudaBoundaryModeTrap) {
  return surf2DLayeredread<T>(s, x, y, face, mode);
}
template <class T>
WARPWRIGHT_D void surf1DLayeredread(T* out, cudaSurfaceObject_t s, int x, int layer, int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(out, sizeof(T), s, 1 + 16, x, 0, layer, mode);
}
template <class T>
WARPWRIGHT_D void surf1DLayeredwrite(T value, cudaSurfaceObject_t s, int x, int layer,
                                     int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(&value, sizeof(T), s, 1 + 16 + 128, x, 0, layer, mode);
}
template <class T>
WARPWRIGHT_D void surf2DLayeredwrite(T value, cudaSurfaceObject_t s, int x, int y, int layer,
                                     int mode = cudaBoundaryModeTrap) {
  __warpwright_surface(&value, sizeof(T), s, 2 + 16 + 128, x, y, layer, mode);
}

template <class T>
WARPWRIGHT_D void surfCubemapwrite(T value, cudaSurfaceObject_t s, int x, int y, int face,
                                   int mode = cudaBoundaryModeTrap) {
  surf2DLayeredwrite(value, s, x, y, face, mode);
}

#endif
