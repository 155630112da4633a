// Counts how often each of 64 classes occurs, a histogram a block. Which element of `bins` a thread touches is read from
// memory, so nothing can be said about it without knowing the data: the answer is "unknown", not "no".
#include <cstdio>
#include <vector>

constexpr int classes = 64;
constexpr int blockSize = 64;

__global__ void countClasses(const unsigned char* kinds, int count, const int* slotOfThread, int* totals) {
  __shared__ int bins[classes];
  const int slot = slotOfThread[threadIdx.x];
  bins[slot] = 0;
  for (int i = blockIdx.x * blockSize + threadIdx.x; i < count; i += gridDim.x * blockSize) {
    if (kinds[i] == slot) bins[slot] += 1;
  }
  atomicAdd(&totals[slot], bins[slot]);
}

int main() {
  const int count = 1 << 16;
  std::vector<unsigned char> kinds(count);
  std::vector<int> slots(blockSize), totals(classes, 0), expected(classes, 0);
  for (int i = 0; i < count; i++) kinds[i] = static_cast<unsigned char>((i * 37 + i / 5) % classes);
  for (int t = 0; t < blockSize; t++) slots[t] = (t * 5) % classes;
  // A thread looks at every 64th element only, so that is what the processor counts, too.
  for (int i = 0; i < count; i++) {
    const int thread = i % blockSize;
    if (kinds[i] == slots[thread]) expected[slots[thread]]++;
  }

  unsigned char* deviceKinds = nullptr;
  int *deviceSlots = nullptr, *deviceTotals = nullptr;
  if (cudaMalloc(&deviceKinds, count) != cudaSuccess) return 1;
  if (cudaMalloc(&deviceSlots, blockSize * sizeof(int)) != cudaSuccess) return 1;
  if (cudaMalloc(&deviceTotals, classes * sizeof(int)) != cudaSuccess) return 1;
  cudaMemcpy(deviceKinds, kinds.data(), count, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceSlots, slots.data(), blockSize * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(deviceTotals, 0, classes * sizeof(int));
  countClasses<<<16, blockSize>>>(deviceKinds, count, deviceSlots, deviceTotals);
  cudaMemcpy(totals.data(), deviceTotals, classes * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(deviceKinds);
  cudaFree(deviceSlots);
  cudaFree(deviceTotals);

  int wrong = 0;
  for (int c = 0; c < classes; c++) wrong += totals[c] != expected[c];
  std::printf("count_classes: %d of %d wrong\n", wrong, classes);
  return wrong == 0 ? 0 : 1;
}
