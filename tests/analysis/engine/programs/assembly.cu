#include "check.h"

/// Funnel shifts: two words side by side, by an amount modulo 32 or of 32 at most.
__global__ void funnels(const unsigned* amounts, unsigned* out) {
  const unsigned i = threadIdx.x, n = amounts[i], low = 0x12345678u, high = 0x9abcdef0u;
  out[4 * i] = __funnelshift_l(low, high, n);
  out[4 * i + 1] = __funnelshift_r(low, high, n);
  out[4 * i + 2] = __funnelshift_lc(low, high, n);
  out[4 * i + 3] = __funnelshift_rc(low, high, n);
}

__global__ void integers(int a, int b, int* out) {
  int sum, difference, product, larger, chosen, kept = a;
  unsigned bits, high;
  asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
  asm volatile("sub.s32 %0, %1, 7;" : "=r"(difference) : "r"(a));
  asm("mul.lo.s32 %0, %1, %2;" : "=r"(product) : "r"(a), "r"(b));
  asm("max.s32 %0, %1, %2;" : "=r"(larger) : "r"(a), "r"(b));
  asm("xor.b32 %0, %1, 0xff;" : "=r"(bits) : "r"(a));
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(high) : "r"(0x80000000u), "r"(6u));
  asm("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %1, %2;\n\tselp.b32 %0, %1, %2, p;\n\t}" : "=r"(chosen) : "r"(a), "r"(b));
  asm("add.s32 %0, %0, %1;" : "+r"(kept) : "r"(b));
  const int all[] = {sum, difference, product, larger, (int)bits, (int)high, chosen, kept};
  for (int i = 0; i < 8; ++i) out[i] = all[i];
}

/// Shared addresses of 32 bits, as matrix libraries make them; a table of shared arrays.
__global__ void shared(int* out) {
  __shared__ int first[32], second[32];
  int* arrays[] = {first, second};
  const int t = threadIdx.x;
  arrays[t & 1][t] = t;
  arrays[1 - (t & 1)][t] = 100 + t;
  __syncthreads();
  unsigned address;
  asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(address) : "l"(&first[31 - t]));
  int value;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"(address));
  out[t] = value + 1000 * second[t];
}

/// One warp hands over to the other and goes on.
__global__ void handsOver(int* out) {
  __shared__ int box[32];
  const int t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    if (t < 32) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      box[t] = 10 * round + t;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[32 * round + t - 32] = box[63 - t];
    }
  }
}

int main() {
  const std::vector<unsigned> amounts = {0, 1, 31, 32, 33, 64, 0xffffffffu};
  unsigned* turned = onDevice(std::vector<unsigned>(28));
  funnels<<<1, 7>>>(onDevice(amounts), turned);
  const unsigned long long both = 0x9abcdef012345678ull;
  for (int i = 0; i < 7; ++i) {
    const unsigned wrapped = amounts[i] % 32, clamped = amounts[i] < 32 ? amounts[i] : 32;
    CHECK(fromDevice(turned, 28)[4 * i] == (unsigned)(both << wrapped >> 32));
    CHECK(fromDevice(turned, 28)[4 * i + 1] == (unsigned)(both >> wrapped));
    CHECK(fromDevice(turned, 28)[4 * i + 2] == (unsigned)(both << clamped >> 32));
    CHECK(fromDevice(turned, 28)[4 * i + 3] == (unsigned)(both >> clamped));
  }
  int* numbers = onDevice(std::vector<int>(8));
  integers<<<1, 1>>>(-5, 12, numbers);
  CHECK((fromDevice(numbers, 8) == std::vector<int>{7, -12, -60, 12, -5 ^ 0xff, 3, -5, 7}));
  int* values = onDevice(std::vector<int>(32));
  shared<<<1, 32>>>(values);
  for (int t = 0; t < 32; ++t) {
    const int other = 31 - t, first = other & 1 ? 100 + other : other, second = t & 1 ? t : 100 + t;
    CHECK(fromDevice(values, 32)[t] == first + 1000 * second);
  }
  int* boxes = onDevice(std::vector<int>(96));
  handsOver<<<1, 64>>>(boxes);
  for (int i = 0; i < 96; ++i) CHECK(fromDevice(boxes, 96)[i] == 10 * (i / 32) + 31 - i % 32);
  std::printf("ok\n");
}
