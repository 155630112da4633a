#include "check.h"

texture<float, 1> line;
texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;
texture<float, 2> image;
surface<void, cudaSurfaceType2D> canvas;

__global__ void fetch(float* out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x + 1); }
__global__ void sample(float* out) { out[threadIdx.x] = tex2D(image, (threadIdx.x + 0.5f) / 4, 0.25f); }
__global__ void colours(float4* out) { out[threadIdx.x] = tex2D(picture, threadIdx.x, 0); }
__global__ void paint() { surf2Dwrite(10.0f * threadIdx.y + threadIdx.x, canvas, threadIdx.x * 4, threadIdx.y); }

int main() {
  std::vector<float> values(64);
  for (int i = 0; i < 64; ++i) values[i] = 0.5f * i;
  float* memory = onDevice(values);
  float* out = nullptr;
  CUDA(cudaMalloc(&out, 64 * sizeof(float)));
  size_t offset = 7;
  CUDA(cudaBindTexture(&offset, line, memory, 64 * sizeof(float)));
  CHECK(offset == 0);
  fetch<<<1, 63>>>(out);
  std::vector<float> got = fromDevice(out, 63);
  for (int i = 0; i < 63; ++i) CHECK(got[i] == 0.5f * (i + 1));
  // Inside an allocation: fetches count from the aligned address in front of it.
  CUDA(cudaBindTexture(&offset, line, memory + 2, 62 * sizeof(float)));
  CHECK(offset == 8);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CUDA(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  CUDA(cudaMemcpyToArray(array, 0, 0, values.data(), 32, cudaMemcpyHostToDevice));
  image.normalized = 1;
  image.filterMode = cudaFilterModeLinear;
  image.addressMode[0] = cudaAddressModeWrap;
  CUDA(cudaBindTextureToArray(image, array));
  sample<<<1, 8>>>(out);
  got = fromDevice(out, 8);
  for (int i = 0; i < 8; ++i) CHECK(got[i] == 0.5f * (i % 4));
  // What the reference says counts when a kernel is launched.
  image.addressMode[0] = cudaAddressModeClamp;
  sample<<<1, 8>>>(out);
  CHECK(fromDevice(out, 8)[7] == 1.5f);
  CUDA(cudaUnbindTexture(image));

  CUDA(cudaBindSurfaceToArray(canvas, array));
  paint<<<1, dim3(4, 2)>>>();
  CUDA(cudaMemcpyFromArray(values.data(), array, 0, 0, 32, cudaMemcpyDeviceToHost));
  CHECK(values[0] == 0 && values[3] == 3 && values[4] == 10 && values[7] == 13);

  const std::vector<uchar4> pixels = {{255, 0, 51, 102}, {0, 255, 0, 0}};
  cudaArray_t pixelArray;
  const cudaChannelFormatDesc pixel = cudaCreateChannelDesc<uchar4>();
  CUDA(cudaMallocArray(&pixelArray, &pixel, 2, 1));
  CUDA(cudaMemcpyToArray(pixelArray, 0, 0, pixels.data(), 8, cudaMemcpyHostToDevice));
  CUDA(cudaBindTextureToArray(picture, pixelArray));
  float4* colour = nullptr;
  CUDA(cudaMalloc(&colour, 2 * sizeof(float4)));
  colours<<<1, 2>>>(colour);
  const std::vector<float4> seen = fromDevice(colour, 2);
  CHECK(seen[0].x == 1 && near(seen[0].z, 0.2) && near(seen[0].w, 0.4) && seen[1].y == 1);
  std::printf("ok\n");
}
