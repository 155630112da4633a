#include <climits>
#include <cmath>

#include "check.h"

/// Shifts by the width and more, as PTX has them.
__global__ void shifts(const unsigned* amounts, unsigned* left, unsigned* right, int* arithmetic, unsigned long long* wide) {
  const unsigned i = threadIdx.x, n = amounts[i];
  left[i] = 0xf00000ffu << n;
  right[i] = 0xf00000ffu >> n;
  arithmetic[i] = -256 >> n;
  wide[i] = 0x123456789abcdef0ull << n;
}

__global__ void absoluteDifferences(unsigned* out) {
  unsigned sum, each;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(sum) : "r"(0x01ff0a00u), "r"(0x03010aff), "r"(1000));
  asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(each) : "r"(0x01ff0a00u), "r"(0x03010aff), "r"(0));
  out[0] = sum;
  out[1] = each;
}

/// Conversions of what does not fit, as PTX has them.
__global__ void conversions(const float* from, const double* doubles, int* whole, unsigned* positive,
                            unsigned char* bytes, long long* wide, int* ofDouble) {
  const unsigned i = threadIdx.x;
  whole[i] = (int)from[i];
  positive[i] = (unsigned)from[i];
  bytes[i] = (unsigned char)from[i];
  wide[i] = (long long)from[i];
  ofDouble[i] = (int)doubles[i];
}

void convertsToTheNearest() {
  const std::vector<float> from = {2.9f, -1.5f, 3e10f, -3e10f, INFINITY, -INFINITY, NAN, 300.5f};
  int *whole = onDevice(std::vector<int>(8)), *ofDouble = onDevice(std::vector<int>(8));
  unsigned* positive = onDevice(std::vector<unsigned>(8));
  unsigned char* bytes = onDevice(std::vector<unsigned char>(8));
  long long* wide = onDevice(std::vector<long long>(8));
  const std::vector<double> doubles(from.begin(), from.end());
  conversions<<<1, 8>>>(onDevice(from), onDevice(doubles), whole, positive, bytes, wide, ofDouble);
  const long long most = 0x7fffffffffffffffll, least = -most - 1;
  CHECK((fromDevice(whole, 8) == std::vector<int>{2, -1, INT_MAX, INT_MIN, INT_MAX, INT_MIN, 0, 300}));
  CHECK((fromDevice(positive, 8) == std::vector<unsigned>{2, 0, UINT_MAX, 0, UINT_MAX, 0, 0, 300}));
  CHECK((fromDevice(bytes, 8) == std::vector<unsigned char>{2, 0, 255, 0, 255, 0, 0, 44}));
  CHECK((fromDevice(wide, 8) == std::vector<long long>{2, -1, 30000001024, -30000001024, most, least, least, 300}));
  CHECK((fromDevice(ofDouble, 8) == std::vector<int>{2, -1, INT_MAX, INT_MIN, INT_MAX, INT_MIN, INT_MIN, 300}));
}

int main() {
  convertsToTheNearest();
  unsigned* apart = onDevice(std::vector<unsigned>(2));
  absoluteDifferences<<<1, 1>>>(apart);
  CHECK(fromDevice(apart, 2)[0] == 1000 + 2 + 254 + 0 + 255 && fromDevice(apart, 2)[1] == 0x02fe00ffu);
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
