// Each point finds the nearest of some centres; features lie dimension by dimension.
#include <cuda_runtime.h>

__global__ void nearest(const float *features, const float *centres, int points, int dimensions, int clusters, int *member) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= points) return;
  float best = 3.0e38f;
  int at = 0;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0;
    for (int d = 0; d < dimensions; ++d) {
      float difference = features[p * dimensions + d] - centres[c * dimensions + d];
      distance += difference * difference;
    }
    if (distance < best) {
      best = distance;
      at = c;
    }
  }
  member[p] = at;
}

int main() {
  const int points = 16384, dimensions = 12, clusters = 5;
  float *features, *centres;
  int *member;
  cudaMallocManaged(&features, points * dimensions * sizeof(float));
  cudaMallocManaged(&centres, clusters * dimensions * sizeof(float));
  cudaMallocManaged(&member, points * sizeof(int));
  for (int i = 0; i < points * dimensions; ++i) features[i] = (i * 7919) % 1009;
  for (int i = 0; i < clusters * dimensions; ++i) centres[i] = (i * 104729) % 1009;
  nearest<<<points / 256, 256>>>(features, centres, points, dimensions, clusters, member);
  return cudaDeviceSynchronize();
}
