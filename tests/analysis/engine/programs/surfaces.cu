#include "check.h"

__global__ void invert(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width) return;
  const uchar4 pixel = surf2Dread<uchar4>(from, x * 4, y);
  surf2Dwrite(make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w), to, x * 4, y);
}
__global__ void fill(cudaSurfaceObject_t volume) {
  surf3Dwrite(float(threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z), volume, threadIdx.x * 4, threadIdx.y, threadIdx.z);
}
__global__ void outside(cudaSurfaceObject_t surface, unsigned* out) {
  surf2Dread(&out[0], surface, 400, 0, cudaBoundaryModeZero);
  surf2Dread(&out[1], surface, 400, 0, cudaBoundaryModeClamp);
  surf2Dwrite(7u, surface, -4, 0, cudaBoundaryModeZero);
}

static cudaSurfaceObject_t surfaceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CUDA(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

int main() {
  const int width = 50, height = 3;
  std::vector<uchar4> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = make_uchar4(i, 2 * i, 0, 9);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t from, to;
  CUDA(cudaMallocArray(&from, &format, width, height, cudaArraySurfaceLoadStore));
  CUDA(cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore));
  CUDA(cudaMemcpy2DToArray(from, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
  invert<<<dim3(1, height), 64>>>(surfaceOf(from), surfaceOf(to), width);
  std::vector<uchar4> got(width * height);
  CUDA(cudaMemcpy2DFromArray(got.data(), width * 4, to, 0, 0, width * 4, height, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; ++i) {
    CHECK(got[i].x == 255 - i % 256 && got[i].y == (255 - 2 * i % 256) && got[i].z == 255 && got[i].w == 9);
  }

  unsigned* edge = onDevice(std::vector<unsigned>{1, 1});
  outside<<<1, 1>>>(surfaceOf(from), edge);
  CHECK(fromDevice(edge, 2)[0] == 0 && fromDevice(edge, 2)[1] == 0x09006231u);

  const cudaChannelFormatDesc number = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(4, 3, 2);
  cudaArray_t volume;
  CUDA(cudaMalloc3DArray(&volume, &number, extent, cudaArraySurfaceLoadStore));
  fill<<<1, dim3(4, 3, 2)>>>(surfaceOf(volume));
  std::vector<float> out(24);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = volume;
  copy.dstPtr = make_cudaPitchedPtr(out.data(), 16, 4, 3);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CUDA(cudaMemcpy3D(&copy));
  for (int i = 0; i < 24; ++i) CHECK(out[i] == i % 4 + 10 * (i / 4 % 3) + 100 * (i / 12));
  std::printf("ok\n");
}
