#include "check.h"

__managed__ int managed[4] = {1, 2, 3, 4};
__managed__ float scale = 0.5f;
__constant__ float weights[4];
__device__ int total;

__global__ void useManaged(int* sum) {
  *sum = managed[0] + managed[1] + managed[2] + managed[3];
  managed[threadIdx.x] = int(managed[threadIdx.x] / scale);
}
__global__ void weigh(const float* in, size_t pitch, float* out) {
  const float* row = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + threadIdx.x * pitch);
  out[threadIdx.x] = row[0] * weights[0] + row[1] * weights[1] + row[2] * weights[2] + row[3] * weights[3];
}
__global__ void count() { atomicAdd(&total, 1); }
__global__ void __launch_bounds__(128) bounded(float* out) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

static void variables() {
  int* sum = nullptr;
  CUDA(cudaMallocManaged(&sum, sizeof(int)));
  managed[3] = 10;  // the host writes the same memory
  useManaged<<<1, 1>>>(sum);
  CUDA(cudaDeviceSynchronize());
  CHECK(*sum == 16 && managed[0] == 2 && managed[1] == 2);
  cudaPointerAttributes attributes;
  CUDA(cudaPointerGetAttributes(&attributes, sum));
  CHECK(attributes.type == cudaMemoryTypeManaged);

  const float values[4] = {1, 10, 100, 1000};
  CUDA(cudaMemcpyToSymbol(weights, values, sizeof values));
  float image[3][4];
  for (int i = 0; i < 12; ++i) image[i / 4][i % 4] = float(i);
  float *pitched = nullptr, *out = onDevice(std::vector<float>(3));
  size_t pitch = 0;
  CUDA(cudaMallocPitch(&pitched, &pitch, sizeof image[0], 3));
  CHECK(pitch % 32 == 0 && pitch >= sizeof image[0]);
  CUDA(cudaMemcpy2D(pitched, pitch, image, sizeof image[0], sizeof image[0], 3, cudaMemcpyHostToDevice));
  weigh<<<1, 3>>>(pitched, pitch, out);
  for (int i = 0; i < 3; ++i) CHECK(fromDevice(out, 3)[i] == 3210.0f + 1111.0f * 4 * i);

  int counted = -1, zero = 0;
  CUDA(cudaMemcpyToSymbol(total, &zero, sizeof zero));
  count<<<3, 32>>>();
  CUDA(cudaMemcpyFromSymbol(&counted, total, sizeof counted));
  CHECK(counted == 96);
  void* address = nullptr;
  size_t size = 0;
  CUDA(cudaGetSymbolAddress(&address, weights));
  CUDA(cudaGetSymbolSize(&size, weights));
  CHECK(size == 16 && fromDevice(static_cast<float*>(address), 4)[2] == 100);
}

static void streamsAndPools() {
  cudaStream_t stream;
  cudaEvent_t begin, end;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreate(&end));
  float* memory = nullptr;
  std::vector<float> host(128);
  CUDA(cudaEventRecord(begin, stream));
  CUDA(cudaMallocAsync(&memory, 512, stream));
  CUDA(cudaMemsetAsync(memory, 0, 512, stream));
  bounded<<<1, 128, 0, stream>>>(memory);
  CUDA(cudaMemcpyAsync(host.data(), memory, 512, cudaMemcpyDeviceToHost, stream));
  CUDA(cudaFreeAsync(memory, stream));
  CUDA(cudaEventRecord(end, stream));
  CUDA(cudaStreamSynchronize(stream));
  float milliseconds = -1;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds >= 0 && cudaStreamQuery(stream) == cudaSuccess && cudaEventQuery(end) == cudaSuccess);
  for (int i = 0; i < 128; ++i) CHECK(host[i] == 127 - i);
  cudaMemPool_t pool;
  CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  unsigned long long threshold = 0;
  CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CUDA(cudaStreamDestroy(stream));
  CHECK(cudaMemsetAsync(memory, 0, 4, stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle && cudaGetLastError() == cudaSuccess);
}

static void deviceAndOccupancy() {
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  int processors = 0, persisting = 0;
  CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CUDA(cudaDeviceGetAttribute(&persisting, cudaDevAttrMaxPersistingL2CacheSize, 0));
  CHECK(processors == properties.multiProcessorCount && persisting == properties.persistingL2CacheMaxSize);
  CHECK(properties.warpSize == 32 && properties.cooperativeLaunch == 1 && properties.maxTexture2D[1] == 65536);
  int blocks = 0, grid = 0, block = 0;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 128, 0));
  CHECK(blocks == properties.maxThreadsPerMultiProcessor / 128);
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0));
  CHECK(block == 128 && grid == blocks * processors);
  size_t dynamic = 0;
  CUDA(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, bounded, 2, 128));
  CHECK(dynamic > 48 * 1024 && dynamic <= properties.sharedMemPerBlockOptin);
  bounded<<<1, 256>>>(nullptr);  // more than its bounds allow
  CHECK(cudaGetLastError() == cudaErrorLaunchOutOfResources);
}

int main() {
  variables();
  streamsAndPools();
  deviceAndOccupancy();
  std::printf("ok\n");
}
