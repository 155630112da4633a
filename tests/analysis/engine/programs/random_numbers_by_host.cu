// Random numbers by calls of the host: their moments, and that they follow from seed and offset.
#include <curand.h>

#include "check.h"

#define RAND(call) CHECK((call) == CURAND_STATUS_SUCCESS)

template <class T>
static void moments(const std::vector<T>& values, double mean, double variance, double within) {
  double sum = 0, square = 0;
  for (const T value : values) sum += value;
  for (const T value : values) square += (value - sum / values.size()) * (value - sum / values.size());
  CHECK(near(sum / values.size(), mean, within) && near(square / values.size(), variance, within));
}

__global__ void above(const float* values, int n, float limit, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > limit) atomicAdd(count, 1);
}

int main() {
  const int n = 40000;
  float* values = onDevice(std::vector<float>(n));
  double* wide = onDevice(std::vector<double>(n));
  unsigned* bits = onDevice(std::vector<unsigned>(n));
  int* count = onDevice(std::vector<int>(1));
  curandGenerator_t generator = nullptr;
  CHECK(curandGenerateUniform(generator, values, n) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
  RAND(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  RAND(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));

  RAND(curandGenerateUniform(generator, values, n));
  const std::vector<float> first = fromDevice(values, n);
  for (const float value : first) CHECK(value > 0 && value <= 1);
  moments(first, 0.5, 1.0 / 12, 0.01);
  above<<<(n + 255) / 256, 256>>>(values, n, 0.5f, count);
  CHECK(std::abs(fromDevice(count, 1)[0] - n / 2) < n / 50);

  // The next numbers are others; the same seed and offset give the same again, in pieces too.
  RAND(curandGenerateUniform(generator, values, n));
  CHECK(fromDevice(values, n) != first);
  RAND(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL));
  RAND(curandGenerateUniform(generator, values, 1001));
  RAND(curandGenerateUniform(generator, values + 1001, n - 1001));
  CHECK(fromDevice(values, n) == first);
  RAND(curandSetGeneratorOffset(generator, 7));
  RAND(curandGenerateUniform(generator, values, 1));
  CHECK(fromDevice(values, 1)[0] == first[7]);

  RAND(curandGenerateNormal(generator, values, n, 3, 2));
  moments(fromDevice(values, n), 3, 4, 0.1);
  CHECK(curandGenerateNormal(generator, values, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  RAND(curandGenerateNormalDouble(generator, wide, n, 0, 1));
  moments(fromDevice(wide, n), 0, 1, 0.03);
  RAND(curandGenerateUniformDouble(generator, wide, n));
  moments(fromDevice(wide, n), 0.5, 1.0 / 12, 0.01);
  RAND(curandGenerateLogNormalDouble(generator, wide, n, 0, 0.5));
  moments(fromDevice(wide, n), std::exp(0.125), (std::exp(0.25) - 1) * std::exp(0.25), 0.03);
  RAND(curandGeneratePoisson(generator, bits, n, 4.0));
  moments(fromDevice(bits, n), 4, 4, 0.15);
  RAND(curandGeneratePoisson(generator, bits, n, 100.0));
  moments(fromDevice(bits, n), 100, 100, 4);
  RAND(curandGenerate(generator, bits, n));
  unsigned all = 0;
  for (const unsigned value : fromDevice(bits, n)) all |= value;
  CHECK(all == ~0u);
  RAND(curandDestroyGenerator(generator));

  // A generator of the host writes host memory.
  std::vector<float> here(100);
  RAND(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MT19937));
  RAND(curandGenerateUniform(generator, here.data(), here.size()));
  CHECK(here[0] != here[1]);
  RAND(curandDestroyGenerator(generator));
  std::printf("ok\n");
}
