#include <curand_kernel.h>

#include "check.h"

__global__ void first(unsigned* out, unsigned long long seed) {
  curandState state;
  curand_init(seed, threadIdx.x, 0, &state);
  for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = curand(&state);
}
/// The same place reached in steps and in one jump.
__global__ void jumps(unsigned* out) {
  curandState a, b, c;
  curand_init(1234, 0, 0, &a);
  for (int i = 0; i < 1000; ++i) curand(&a);
  curand_init(1234, 0, 1000, &b);
  curand_init(1234, 0, 0, &c);
  skipahead(1000, &c);
  out[0] = curand(&a);
  out[1] = curand(&b);
  out[2] = curand(&c);
  curand_init(99, 3, 0, &a);
  curand_init(99, 0, 0, &b);
  skipahead_sequence(1, &b);
  skipahead_sequence(2, &b);
  out[3] = curand(&a);
  out[4] = curand(&b);
}
__global__ void philox(unsigned* out) {
  // The zero key and counter of the published test vectors.
  const uint4 zero = curand_Philox4x32_10(make_uint4(0, 0, 0, 0), make_uint2(0, 0));
  out[0] = zero.x, out[1] = zero.y, out[2] = zero.z, out[3] = zero.w;
  const unsigned f = 0xffffffffu;
  const uint4 ones = curand_Philox4x32_10(make_uint4(f, f, f, f), make_uint2(f, f));
  out[4] = ones.x, out[5] = ones.y, out[6] = ones.z, out[7] = ones.w;
  curandStatePhilox4_32_10_t a, b;
  curand_init(7, 5, 0, &a);
  for (int i = 0; i < 6; ++i) curand(&a);
  curand_init(7, 5, 6, &b);
  out[8] = curand(&a);
  out[9] = curand(&b);
}
__global__ void moments(float* sums, int n) {
  curandState state;
  curand_init(42, threadIdx.x, 0, &state);
  float uniform = 0, normal = 0, square = 0;
  double wide = 0;
  for (int i = 0; i < n; ++i) {
    const float u = curand_uniform(&state), z = curand_normal(&state);
    if (u <= 0 || u > 1) sums[4] = 1;
    uniform += u;
    normal += z;
    square += z * z;
    wide += curand_normal_double(&state) + curand_uniform_double(&state);
  }
  atomicAdd(&sums[0], uniform);
  atomicAdd(&sums[1], normal);
  atomicAdd(&sums[2], square);
  atomicAdd(&sums[3], float(wide));
}

int main() {
  unsigned* out = onDevice(std::vector<unsigned>(1024));
  first<<<1, 256>>>(out, 0);
  const std::vector<unsigned> sequence = fromDevice(out, 1024);
  CHECK(sequence[0] != sequence[4] && sequence[4] != sequence[8]);
  jumps<<<1, 1>>>(out);
  std::vector<unsigned> got = fromDevice(out, 5);
  CHECK(got[0] == got[1] && got[1] == got[2]);
  CHECK(got[3] == got[4]);
  philox<<<1, 1>>>(out);
  got = fromDevice(out, 10);
  CHECK(got[0] == 0x6627e8d5u && got[1] == 0xe169c58du && got[2] == 0xbc57ac4cu && got[3] == 0x9b00dbd8u);
  CHECK(got[4] == 0x408f276du && got[5] == 0x41c83b0eu && got[6] == 0xa20bc7c6u && got[7] == 0x6d5451fdu);
  CHECK(got[8] == got[9]);
  float* sums = onDevice(std::vector<float>(5));
  moments<<<1, 128>>>(sums, 200);
  const std::vector<float> total = fromDevice(sums, 5);
  const double n = 128 * 200;
  CHECK(near(total[0] / n, 0.5, 0.01) && near(total[1] / n, 0, 0.03) && near(total[2] / n, 1, 0.05));
  CHECK(near(total[3] / n, 0.5, 0.03) && total[4] == 0);
  std::printf("ok\n");
}
