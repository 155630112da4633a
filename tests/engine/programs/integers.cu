#include "check.h"

/// Shifts by the width and more, as PTX has them.
__global__ void shifts(const unsigned* amounts, unsigned* left, unsigned* right, int* arithmetic, unsigned long long* wide) {
  const unsigned i = threadIdx.x, n = amounts[i];
  left[i] = 0xf00000ffu << n;
  right[i] = 0xf00000ffu >> n;
  arithmetic[i] = -256 >> n;
  wide[i] = 0x123456789abcdef0ull << n;
}

int main() {
  const std::vector<unsigned> amounts = {0, 1, 31, 32, 33, 63, 64, 0xffffffffu};
  unsigned *left = onDevice(std::vector<unsigned>(8)), *right = onDevice(std::vector<unsigned>(8));
  int* arithmetic = onDevice(std::vector<int>(8));
  unsigned long long* wide = onDevice(std::vector<unsigned long long>(8));
  shifts<<<1, 8>>>(onDevice(amounts), left, right, arithmetic, wide);
  for (int i = 0; i < 8; ++i) {
    const unsigned n = amounts[i];
    CHECK(fromDevice(left, 8)[i] == (n < 32 ? 0xf00000ffu << n : 0));
    CHECK(fromDevice(right, 8)[i] == (n < 32 ? 0xf00000ffu >> n : 0));
    CHECK(fromDevice(arithmetic, 8)[i] == (n < 32 ? -256 >> n : -1));
    CHECK(fromDevice(wide, 8)[i] == (n < 64 ? 0x123456789abcdef0ull << n : 0));
  }
  std::printf("ok\n");
}
