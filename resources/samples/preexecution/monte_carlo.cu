// Mean payoff of an option over paths drawn beforehand, with the squares for its error: a heavy thread (HWST).
//   monte_carlo [paths] [blocks]     (default 256K samples and 128K threads, 256 a block)
// As in the sample of NVIDIA's SDK that the paper names, all threads walk through one array of samples side by side, each
// leaves a sum of its own in global memory, and a second kernel adds those up. Paper and SDK fix the sizes, not which samples
// a block takes: an array a block, 2 KB apart, or a sum a block in shared memory fit them, too.
#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Option {
  float price, strike, drift, spread;
};
struct Sum {
  float expected, squares;
};
__constant__ Option option;

__global__ void monteCarlo(Sum* sums, const float* samples, int paths) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  Sum sum = {0, 0};
  for (int path = first; path < paths; path += gridDim.x * blockDim.x) {
    float value = option.price * __expf(option.drift + option.spread * samples[path]) - option.strike;
    float payoff = value > 0 ? value : 0;
    sum.expected += payoff;
    sum.squares += payoff * payoff;
  }
  sums[first] = sum;
}

__global__ void addUp(Sum* result, const Sum* sums, int count) {
  __shared__ Sum parts[256];
  Sum sum = {0, 0};
  for (int k = threadIdx.x; k < count; k += 256) sum.expected += sums[k].expected, sum.squares += sums[k].squares;
  parts[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      parts[threadIdx.x].expected += parts[threadIdx.x + half].expected;
      parts[threadIdx.x].squares += parts[threadIdx.x + half].squares;
    }
  }
  if (threadIdx.x == 0) *result = parts[0];
}

int main(int argc, char** argv) {
  int paths = argc > 1 ? std::atoi(argv[1]) : 1 << 18, blocks = argc > 2 ? std::atoi(argv[2]) : 512;
  float* samples;
  Sum *sums, *result;
  cudaMallocManaged(&samples, paths * sizeof(float));
  cudaMallocManaged(&sums, blocks * 256 * sizeof(Sum));
  cudaMallocManaged(&result, sizeof(Sum));
  Option chosen = {100, 90, 0.01f, 0.1f};
  cudaMemcpyToSymbol(option, &chosen, sizeof chosen);
  double expected = 0, squares = 0;
  for (int i = 0; i < paths; ++i) {
    samples[i] = i % 5 - 2;
    double payoff = std::fmax(0.0, 100 * std::exp(0.01 + 0.1 * (i % 5 - 2)) - 90);
    expected += payoff, squares += payoff * payoff;
  }
  monteCarlo<<<blocks, 256>>>(sums, samples, paths);
  addUp<<<1, 256>>>(result, sums, blocks * 256);
  cudaDeviceSynchronize();
  if (std::fabs(result->expected / expected - 1) > 1e-3 || std::fabs(result->squares / squares - 1) > 1e-3) {
    return std::printf("wrong: %f and %f\n", result->expected / paths, result->squares / paths), 1;
  }
  std::puts("right");
}
