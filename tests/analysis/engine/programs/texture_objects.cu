#include "check.h"

__global__ void fetch1(cudaTextureObject_t t, const int* at, float* out) { out[threadIdx.x] = tex1Dfetch<float>(t, at[threadIdx.x]); }
__global__ void sample1(cudaTextureObject_t t, const float* at, float* out) { out[threadIdx.x] = tex1D<float>(t, at[threadIdx.x]); }
__global__ void sample2(cudaTextureObject_t t, const float2* at, float* out) {
  out[threadIdx.x] = tex2D<float>(t, at[threadIdx.x].x, at[threadIdx.x].y);
}
__global__ void sample3(cudaTextureObject_t t, const float3* at, float* out) {
  const float3 p = at[threadIdx.x];
  out[threadIdx.x] = tex3D<float>(t, p.x, p.y, p.z);
}
__global__ void colours(cudaTextureObject_t t, float4* out) { out[threadIdx.x] = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f); }
__global__ void rawColours(cudaTextureObject_t t, uchar4* out) { out[threadIdx.x] = tex2D<uchar4>(t, threadIdx.x + 0.5f, 0.5f); }
__global__ void layers(cudaTextureObject_t t, int layer, float* out) {
  out[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f, layer);
}
__global__ void faces(cudaTextureObject_t t, const float3* at, float* out) {
  const float3 p = at[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(t, p.x, p.y, p.z);
}
__global__ void levels(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, 0.5f * threadIdx.x); }
__global__ void gathered(cudaTextureObject_t t, float4* out) { *out = tex2Dgather<float4>(t, 1.0f, 1.0f, 0); }

static cudaTextureDesc how(cudaTextureAddressMode mode, cudaTextureFilterMode filter, int normalized) {
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = mode;
  description.filterMode = filter;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = normalized;
  return description;
}
static cudaTextureObject_t textureOf(cudaArray_t array, const cudaTextureDesc& description) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

template <class At, class Kernel>
static std::vector<float> sampled(Kernel kernel, cudaTextureObject_t texture, const std::vector<At>& at) {
  At* places = onDevice(at);
  float* out = nullptr;
  CUDA(cudaMalloc(&out, at.size() * sizeof(float)));
  kernel<<<1, at.size()>>>(texture, places, out);
  CUDA(cudaDeviceSynchronize());
  return fromDevice(out, at.size());
}

static void linearMemory() {
  std::vector<float> values(100);
  for (int i = 0; i < 100; ++i) values[i] = 3.0f * i;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = onDevice(values);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 400;
  const cudaTextureDesc description = how(cudaAddressModeClamp, cudaFilterModePoint, 0);
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  const std::vector<float> out = sampled(fetch1, texture, std::vector<int>{0, 7, 99, 100, -1});
  CHECK(out[0] == 0 && out[1] == 21 && out[2] == 297 && out[3] == 0 && out[4] == 0);
  CUDA(cudaDestroyTextureObject(texture));
}

static void oneDimension() {
  const std::vector<float> values = {10, 20, 30, 40};
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CUDA(cudaMallocArray(&array, &format, 4));
  CUDA(cudaMemcpy2DToArray(array, 0, 0, values.data(), 16, 16, 1, cudaMemcpyHostToDevice));
  // Between texel centres; outside, the edge.
  std::vector<float> out = sampled(sample1, textureOf(array, how(cudaAddressModeClamp, cudaFilterModeLinear, 0)),
                                   std::vector<float>{0.5f, 1.0f, 1.75f, -3.0f, 9.0f});
  CHECK(out[0] == 10 && out[1] == 15 && near(out[2], 22.5) && out[3] == 10 && out[4] == 40);
  out = sampled(sample1, textureOf(array, how(cudaAddressModeBorder, cudaFilterModePoint, 0)),
                std::vector<float>{-0.25f, 3.9f, 4.1f});
  CHECK(out[0] == 0 && out[1] == 40 && out[2] == 0);
  // Four texels over [0, 1), again and again.
  out = sampled(sample1, textureOf(array, how(cudaAddressModeWrap, cudaFilterModePoint, 1)),
                std::vector<float>{0.3f, 1.3f, -0.2f, 2.9f});
  CHECK(out[0] == 20 && out[1] == 20 && out[2] == 40 && out[3] == 40);
  out = sampled(sample1, textureOf(array, how(cudaAddressModeWrap, cudaFilterModeLinear, 1)), std::vector<float>{0.0f, 1.0f});
  CHECK(out[0] == 25 && out[1] == 25);
  // There and back.
  out = sampled(sample1, textureOf(array, how(cudaAddressModeMirror, cudaFilterModePoint, 1)),
                std::vector<float>{0.1f, 1.1f, 1.9f, -0.1f});
  CHECK(out[0] == 10 && out[1] == 40 && out[2] == 10 && out[3] == 10);
  // A weight has 8 bits behind the point.
  out = sampled(sample1, textureOf(array, how(cudaAddressModeClamp, cudaFilterModeLinear, 0)),
                std::vector<float>{0.5f + 1.0f / 1024});
  CHECK(out[0] == 10);
  CUDA(cudaFreeArray(array));
}

static void twoAndThreeDimensions() {
  std::vector<float> image(8 * 4);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 8; ++x) image[8 * y + x] = x + 100 * y;
  }
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CUDA(cudaMallocArray(&array, &format, 8, 4));
  CUDA(cudaMemcpy2DToArray(array, 0, 0, image.data(), 32, 32, 4, cudaMemcpyHostToDevice));
  std::vector<float> out = sampled(sample2, textureOf(array, how(cudaAddressModeClamp, cudaFilterModeLinear, 0)),
                                   std::vector<float2>{{2.5f, 1.5f}, {3.0f, 2.0f}, {3.25f, 1.5f}});
  CHECK(out[0] == 102 && near(out[1], 152.5) && near(out[2], 102.75));
  float4* four = nullptr;
  CUDA(cudaMalloc(&four, sizeof(float4)));
  gathered<<<1, 1>>>(textureOf(array, how(cudaAddressModeClamp, cudaFilterModePoint, 0)), four);
  const float4 texels = fromDevice(four, 1)[0];
  CHECK(texels.x == 100 && texels.y == 101 && texels.z == 1 && texels.w == 0);

  // The same image with a pitch.
  float* pitched = nullptr;
  size_t pitch = 0;
  CUDA(cudaMallocPitch(&pitched, &pitch, 32, 4));
  CUDA(cudaMemcpy2D(pitched, pitch, image.data(), 32, 32, 4, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pitched;
  resource.res.pitch2D.desc = format;
  resource.res.pitch2D.width = 8;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = pitch;
  const cudaTextureDesc description = how(cudaAddressModeWrap, cudaFilterModePoint, 1);
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  out = sampled(sample2, texture, std::vector<float2>{{0.5f, 0.5f}, {1.5f, -0.1f}});
  CHECK(out[0] == 204 && out[1] == 304);

  std::vector<float> volume(4 * 3 * 2);
  for (size_t i = 0; i < volume.size(); ++i) volume[i] = float(i);
  cudaArray_t cube;
  const cudaExtent extent = make_cudaExtent(4, 3, 2);
  CUDA(cudaMalloc3DArray(&cube, &format, extent));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(volume.data(), 16, 4, 3);
  copy.dstArray = cube;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&copy));
  out = sampled(sample3, textureOf(cube, how(cudaAddressModeClamp, cudaFilterModeLinear, 0)),
                std::vector<float3>{{1.5f, 1.5f, 0.5f}, {2.0f, 1.0f, 1.0f}});
  CHECK(out[0] == 5 && near(out[1], 1.5 + 2 + 6));
}

static void channels() {
  const std::vector<uchar4> pixels = {{0, 51, 102, 255}, {255, 0, 204, 1}};
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  CUDA(cudaMallocArray(&array, &format, 2, 1));
  CUDA(cudaMemcpyToArray(array, 0, 0, pixels.data(), 8, cudaMemcpyHostToDevice));
  uchar4* raw = nullptr;
  CUDA(cudaMalloc(&raw, 2 * sizeof(uchar4)));
  rawColours<<<1, 2>>>(textureOf(array, how(cudaAddressModeClamp, cudaFilterModePoint, 0)), raw);
  CHECK(fromDevice(raw, 2)[1].z == 204 && fromDevice(raw, 2)[0].w == 255);
  cudaTextureDesc fraction = how(cudaAddressModeClamp, cudaFilterModeLinear, 0);
  fraction.readMode = cudaReadModeNormalizedFloat;
  float4* out = nullptr;
  CUDA(cudaMalloc(&out, 2 * sizeof(float4)));
  colours<<<1, 2>>>(textureOf(array, fraction), out);
  CHECK(near(fromDevice(out, 2)[0].y, 0.2) && near(fromDevice(out, 2)[1].x, 1));
  // Integers have nothing between them.
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc wrong = how(cudaAddressModeClamp, cudaFilterModeLinear, 0);
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &wrong, nullptr) == cudaErrorInvalidFilterSetting);
}

static void layersFacesAndLevels() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  std::vector<float> values(4 * 4 * 6);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i);
  cudaArray_t layered, cubed;
  CUDA(cudaMalloc3DArray(&layered, &format, make_cudaExtent(4, 4, 6), cudaArrayLayered));
  CUDA(cudaMalloc3DArray(&cubed, &format, make_cudaExtent(4, 4, 6), cudaArrayCubemap));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values.data(), 16, 4, 4);
  copy.extent = make_cudaExtent(4, 4, 6);
  copy.kind = cudaMemcpyHostToDevice;
  copy.dstArray = layered;
  CUDA(cudaMemcpy3D(&copy));
  copy.dstArray = cubed;
  CUDA(cudaMemcpy3D(&copy));
  float* out = nullptr;
  CUDA(cudaMalloc(&out, 64));
  layers<<<1, 16>>>(textureOf(layered, how(cudaAddressModeClamp, cudaFilterModeLinear, 0)), 3, out);
  for (int i = 0; i < 16; ++i) CHECK(fromDevice(out, 16)[i] == 48 + i);
  // The middle of each face lies between its four inner texels.
  const std::vector<float> middles = sampled(faces, textureOf(cubed, how(cudaAddressModeClamp, cudaFilterModeLinear, 1)),
      std::vector<float3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  for (int face = 0; face < 6; ++face) CHECK(near(middles[face], 16 * face + 7.5));

  cudaMipmappedArray_t mipmapped;
  CUDA(cudaMallocMipmappedArray(&mipmapped, &format, make_cudaExtent(4, 4, 0), 3));
  for (int level = 0; level < 3; ++level) {
    cudaArray_t array;
    CUDA(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
    const int size = 4 >> level;
    const std::vector<float> same(size * size, 10.0f * (level + 1));
    CUDA(cudaMemcpy2DToArray(array, 0, 0, same.data(), size * 4, size * 4, size, cudaMemcpyHostToDevice));
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmapped;
  cudaTextureDesc description = how(cudaAddressModeClamp, cudaFilterModeLinear, 1);
  description.mipmapFilterMode = cudaFilterModeLinear;
  description.maxMipmapLevelClamp = 2;
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  levels<<<1, 8>>>(texture, out);
  const std::vector<float> found = fromDevice(out, 8);
  CHECK(found[0] == 10 && found[1] == 15 && found[2] == 20 && found[3] == 25 && found[4] == 30 && found[7] == 30);
  CUDA(cudaFreeMipmappedArray(mipmapped));
}

int main() {
  linearMemory();
  oneDimension();
  twoAndThreeDimensions();
  channels();
  layersFacesAndLevels();
  std::printf("ok\n");
}
