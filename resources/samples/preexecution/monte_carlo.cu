// Mean payoff of options over paths drawn beforehand: a heavy thread (HWST); each thread walks along its own row, so that
// the threads of a warp are a row apart, and all of them may meet in one partition of the memory.
//   monte_carlo [threads] [samples a thread]     (default 128K and 2: 256K samples; 256 threads a block)
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void monteCarlo(const float* samples, const float* strike, float* mean, int threads, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads) return;
  float limit = strike[i], sum = 0;
  for (int k = 0; k < count; ++k) {
    float price = 100.0f * expf(0.1f * samples[i * count + k]);
    sum += price > limit ? price - limit : 0.0f;
  }
  mean[i] = sum / count;
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? std::atoi(argv[1]) : 128 << 10, count = argc > 2 ? std::atoi(argv[2]) : 2;
  float *samples, *strike, *mean;
  cudaMallocManaged(&samples, size_t(threads) * count * sizeof(float));
  cudaMallocManaged(&strike, threads * sizeof(float));
  cudaMallocManaged(&mean, threads * sizeof(float));
  for (int i = 0; i < threads * count; ++i) samples[i] = 0;
  for (int i = 0; i < threads; ++i) strike[i] = 90 + i % 20;
  monteCarlo<<<(threads + 255) / 256, 256>>>(samples, strike, mean, threads, count);
  cudaDeviceSynchronize();
  for (int i = 0; i < threads; ++i) {
    if (std::fabs(mean[i] - std::fmax(0.0f, 100 - strike[i])) > 1e-3f) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
