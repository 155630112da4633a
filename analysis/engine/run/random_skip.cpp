// Far jumps of the XORWOW generator: its step is linear over GF(2), so n steps are a power of a 160 by 160 matrix.
#include <array>
#include <vector>

#include "analysis/engine/lower/device_functions.h"

namespace warpwright::engine {
namespace {

using Words = std::array<uint32_t, 5>;
/// Columns: where each bit of the state goes.
using Matrix = std::vector<Words>;
constexpr unsigned stateBits = 160, sequenceShift = 67;

Words step(Words v) {
  const uint32_t t = v[0] ^ (v[0] >> 2);
  return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

Words apply(const Matrix& matrix, const Words& v) {
  Words result{};
  for (unsigned bit = 0; bit < stateBits; ++bit) {
    if ((v[bit / 32] >> bit % 32 & 1) == 0) continue;
    for (unsigned w = 0; w < 5; ++w) result[w] ^= matrix[bit][w];
  }
  return result;
}

/// The matrices of 2^0, 2^1, … steps.
std::vector<Matrix> makePowers() {
  std::vector<Matrix> powers(sequenceShift + 64, Matrix(stateBits));
  for (unsigned bit = 0; bit < stateBits; ++bit) {
    Words unit{};
    unit[bit / 32] = 1u << bit % 32;
    powers[0][bit] = step(unit);
  }
  for (size_t i = 1; i < powers.size(); ++i) {
    for (unsigned bit = 0; bit < stateBits; ++bit) powers[i][bit] = apply(powers[i - 1], powers[i - 1][bit]);
  }
  return powers;
}

void xorwowSkip(uint32_t* words, uint64_t subsequence, uint64_t offset) {
  static const std::vector<Matrix> powers = makePowers();
  Words v{words[0], words[1], words[2], words[3], words[4]};
  for (unsigned bit = 0; bit < 64; ++bit) {
    if (offset >> bit & 1) v = apply(powers[bit], v);
    if (subsequence >> bit & 1) v = apply(powers[sequenceShift + bit], v);
  }
  for (unsigned w = 0; w < 5; ++w) words[w] = v[w];
}

}  // namespace

const DeviceFunction* randomFunctions() {
  static const DeviceFunction table[] = {{"__warpwright_xorwowSkip", reinterpret_cast<void*>(&xorwowSkip)},
                                         {nullptr, nullptr}};
  return table;
}

}  // namespace warpwright::engine
