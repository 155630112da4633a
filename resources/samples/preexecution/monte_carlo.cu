// Mean payoff of options over paths drawn beforehand, an option a block: a heavy thread (HWST). The paths of an option lie one
// after another, so that blocks which have come equally far may meet in one partition of the memory.
//   monte_carlo [options] [paths an option]     (default 512 and 512: 256K samples and 128K threads; 256 threads a block)
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void monteCarlo(const float* samples, const float* strike, float* mean, int paths) {
  __shared__ float sums[256];
  float limit = strike[blockIdx.x], sum = 0;
  for (int k = threadIdx.x; k < paths; k += blockDim.x) {
    float price = 100.0f * __expf(0.1f * samples[blockIdx.x * paths + k]);
    sum += price > limit ? price - limit : 0.0f;
  }
  sums[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) mean[blockIdx.x] = sums[0] / paths;
}

int main(int argc, char** argv) {
  int options = argc > 1 ? std::atoi(argv[1]) : 512, paths = argc > 2 ? std::atoi(argv[2]) : 512;
  float *samples, *strike, *mean;
  cudaMallocManaged(&samples, size_t(options) * paths * sizeof(float));
  cudaMallocManaged(&strike, options * sizeof(float));
  cudaMallocManaged(&mean, options * sizeof(float));
  for (int i = 0; i < options * paths; ++i) samples[i] = 0;
  for (int i = 0; i < options; ++i) strike[i] = 90 + i % 20;
  monteCarlo<<<options, 256>>>(samples, strike, mean, paths);
  cudaDeviceSynchronize();
  for (int i = 0; i < options; ++i) {
    if (std::fabs(mean[i] - std::fmax(0.0f, 100 - strike[i])) > 1e-3f) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
