#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "analysis/engine/cuda/cuda_graphs.h"
#include "analysis/engine/cuda/cuda_runtime.h"

/// Random numbers by calls of the host (cuRAND): pseudorandom ones of every type from Philox 4x32-10, a counter and a
/// key, so that they follow from seed and offset alone. They are not the numbers of a GPU. Quasirandom types are
/// refused as cuRAND refuses a type it does not have; calls that are not here stay undefined, and a program that makes
/// one is told so by name.
namespace warpwright::engine {
namespace {

enum Status : int {
  success = 0,
  notInitialised = 101,
  typeError = 103,
  outOfRange = 104,
  notMultiple = 105,
  launchFailure = 201
};
constexpr int firstQuasi = 200;

struct Generator {
  void* stream = nullptr;
  uint64_t seed = 0, offset = 0;
};

/// The `index`th number of a generator, 32 bits wide.
uint32_t numberAt(uint64_t seed, uint64_t index) {
  uint32_t c[4] = {static_cast<uint32_t>(index >> 2), static_cast<uint32_t>(index >> 34), 0, 0};
  uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * c[0], b = uint64_t{0xCD9E8D57} * c[2];
    c[0] = static_cast<uint32_t>(b >> 32) ^ c[1] ^ k0;
    c[1] = static_cast<uint32_t>(b);
    c[2] = static_cast<uint32_t>(a >> 32) ^ c[3] ^ k1;
    c[3] = static_cast<uint32_t>(a);
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c[index & 3];
}

/// Above 0, at most 1: as float and as double with 53 random bits.
float uniformAt(uint64_t seed, uint64_t index) {
  return static_cast<float>((static_cast<double>(numberAt(seed, index)) + 0.5) * 0x1p-32);
}
double wideUniformAt(uint64_t seed, uint64_t index) {
  const uint64_t bits = uint64_t{numberAt(seed, 2 * index)} << 32 | numberAt(seed, 2 * index + 1);
  return (static_cast<double>(bits >> 11) + 1.0) * 0x1p-53;
}

/// A number of the standard normal distribution: `index` and its neighbour come from one pair of uniform numbers.
double normalAt(uint64_t seed, uint64_t index) {
  const uint64_t first = index & ~uint64_t{1};
  const double radius = std::sqrt(-2.0 * std::log(wideUniformAt(seed, first)));
  const double angle = 2.0 * std::numbers::pi * wideUniformAt(seed, first + 1);
  return radius * (index == first ? std::cos(angle) : std::sin(angle));
}

/// Knuth's product of uniform numbers for small means, in logarithms; a rounded normal number for large ones.
uint32_t poissonAt(uint64_t seed, uint64_t index, double mean) {
  if (mean > 64) {
    const double value = std::floor(mean + std::sqrt(mean) * normalAt(seed, index) + 0.5);
    return static_cast<uint32_t>(std::clamp(value, 0.0, 4294967295.0));
  }
  uint32_t count = 0;
  double sum = 0;
  // A sequence of its own for each number, behind those of the others.
  for (uint64_t i = 0;; ++i) {
    sum -= std::log(wideUniformAt(seed ^ 0x9E3779B97F4A7C15u, (index << 10) + i));
    if (sum >= mean || i == 1023) return count;
    ++count;
  }
}

/// Writes `count` numbers and moves the generator behind them.
template <typename T, typename Number>
int generate(Generator* generator, T* output, size_t count, Number number) {
  if (!generator) return notInitialised;
  if (!output && count > 0) return launchFailure;
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());
  if (CudaRuntime::current()->graphs().capturing(generator->stream)) return launchFailure;
  for (size_t i = 0; i < count; ++i) output[i] = static_cast<T>(number(generator->offset + i));
  generator->offset += count;
  return success;
}

int create(Generator** generator, int type) {
  if (!generator) return notInitialised;
  if (type < 100 || type >= firstQuasi) return typeError;
  *generator = new Generator;
  return success;
}
int destroy(Generator* generator) {
  delete generator;
  return generator ? success : notInitialised;
}
int setStream(Generator* generator, void* stream) {
  if (!generator) return notInitialised;
  generator->stream = stream;
  return success;
}
int setSeed(Generator* generator, unsigned long long seed) {
  if (!generator) return notInitialised;
  generator->seed = seed;
  generator->offset = 0;
  return success;
}
int setOffset(Generator* generator, unsigned long long offset) {
  return generator ? (generator->offset = offset, success) : notInitialised;
}
int setOrdering(Generator* generator, int ordering) {
  if (!generator) return notInitialised;
  return ordering < 100 || ordering > 104 ? outOfRange : success;
}
int generateSeeds(Generator* generator) {
  return generator ? success : notInitialised;
}
int getVersion(int* version) {
  return version ? (*version = 10400, success) : outOfRange;
}
int getProperty(int property, int* value) {
  if (!value || property < 0 || property > 2) return outOfRange;
  *value = property == 0 ? 10 : property == 1 ? 4 : 0;
  return success;
}

int generateBits(Generator* generator, uint32_t* output, size_t count) {
  return generate(generator, output, count, [&](uint64_t i) { return numberAt(generator->seed, i); });
}
int generateUniform(Generator* generator, float* output, size_t count) {
  return generate(generator, output, count, [&](uint64_t i) { return uniformAt(generator->seed, i); });
}
int generateUniformDouble(Generator* generator, double* output, size_t count) {
  return generate(generator, output, count, [&](uint64_t i) { return wideUniformAt(generator->seed, i); });
}
/// cuRAND makes normal numbers in pairs and refuses an odd count.
template <typename T, bool isLog>
int generateNormal(Generator* generator, T* output, size_t count, T mean, T deviation) {
  if (count % 2 != 0) return notMultiple;
  return generate(generator, output, count, [&](uint64_t i) {
    const double value = mean + deviation * normalAt(generator->seed, i);
    return isLog ? std::exp(value) : value;
  });
}
int generatePoisson(Generator* generator, uint32_t* output, size_t count, double mean) {
  if (!(mean > 0)) return outOfRange;
  return generate(generator, output, count, [&](uint64_t i) { return poissonAt(generator->seed, i, mean); });
}

}  // namespace

void addCurandSymbols(HostProgram::Symbols& symbols) {
  const auto add = [&](const char* name, auto* function) { symbols[name] = reinterpret_cast<void*>(function); };
  add("curandCreateGenerator", &create);
  add("curandCreateGeneratorHost", &create);
  add("curandDestroyGenerator", &destroy);
  add("curandGetVersion", &getVersion);
  add("curandGetProperty", &getProperty);
  add("curandSetStream", &setStream);
  add("curandSetPseudoRandomGeneratorSeed", &setSeed);
  add("curandSetGeneratorOffset", &setOffset);
  add("curandSetGeneratorOrdering", &setOrdering);
  add("curandGenerateSeeds", &generateSeeds);
  add("curandGenerate", &generateBits);
  add("curandGenerateUniform", &generateUniform);
  add("curandGenerateUniformDouble", &generateUniformDouble);
  add("curandGenerateNormal", &generateNormal<float, false>);
  add("curandGenerateNormalDouble", &generateNormal<double, false>);
  add("curandGenerateLogNormal", &generateNormal<float, true>);
  add("curandGenerateLogNormalDouble", &generateNormal<double, true>);
  add("curandGeneratePoisson", &generatePoisson);
}

}  // namespace warpwright::engine
