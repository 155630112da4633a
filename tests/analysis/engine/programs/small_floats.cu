#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>

#include "check.h"

__global__ void bfloats(const float* in, float* out) {
  const __nv_bfloat16 a = __float2bfloat16(in[0]), b = __float2bfloat16(in[1]);
  out[0] = __bfloat162float(a);
  out[1] = __bfloat162float(a + b);
  out[2] = __bfloat162float(__hmul(a, b));
  out[3] = __bfloat162float(__hfma(a, b, a));
  const __nv_bfloat162 pair = __hadd2(__floats2bfloat162_rn(1.5f, 2.5f), __bfloat162bfloat162(b));
  out[4] = __low2float(pair);
  out[5] = __high2float(pair);
  out[6] = a < b ? 1 : 0;
  out[7] = __bfloat162float(__float2bfloat16_rz(1.999f));
}
__global__ void sum(__half* halves, __nv_bfloat16* bfloats) {
  atomicAdd(halves, __float2half(0.5f));
  atomicAdd(bfloats, __float2bfloat16(1.0f));
}
__global__ void halfSum(const __half2* in, __half* out) {
  __half2 value = in[threadIdx.x];
  __half total = __hadd(__low2half(value), __high2half(value));
  for (int step = 16; step > 0; step /= 2) total = __hadd(total, __shfl_down_sync(~0u, total, step));
  if (threadIdx.x == 0) *out = total;
}

__global__ void eights(const float* in, float* out) {
  const __nv_fp8_e4m3 value(in[threadIdx.x]);
  out[2 * threadIdx.x] = value.__x;
  out[2 * threadIdx.x + 1] = static_cast<float>(value);
}
__global__ void shuffled(float* out) {
  cudaGridDependencySynchronize();
  const __half2 own = __floats2half2_rn(threadIdx.x, 2.0f * threadIdx.x);
  const __half2 largest = __hmax2(own, __shfl_xor_sync(~0u, own, 31));
  if (threadIdx.x == 0) out[0] = __low2float(largest), out[1] = __high2float(largest);
  cudaTriggerProgrammaticLaunchCompletion();
}

/// As a toolkit's cuda_fp16.hpp and cuda_bf16.hpp write it.
__global__ void halfAssembly(float* out) {
  unsigned short a, b, c;
  asm("{  cvt.rn.f16.f32 %0, %1;}\n" : "=h"(a) : "f"(1.5f));
  asm("{  cvt.rn.f16.f32 %0, %1;}\n" : "=h"(b) : "f"(2049.0f));  // a tie goes to the even one
  asm("{ add.f16 %0,%1,%2;\n}" : "=h"(c) : "h"(a), "h"(b));
  asm("{  cvt.f32.f16 %0, %1;}\n" : "=f"(out[0]) : "h"(b));
  asm("{  cvt.f32.f16 %0, %1;}\n" : "=f"(out[1]) : "h"(c));
  unsigned pair;
  asm("{ mul.f16x2 %0,%1,%2;\n}" : "=r"(pair) : "r"(a | a << 16), "r"(a | b << 16));
  asm("{ neg.f16x2 %0,%1;\n}" : "=r"(pair) : "r"(pair));
  asm("cvt.f32.f16 %0, %1;" : "=f"(out[2]) : "h"((unsigned short)pair));
  asm("cvt.f32.f16 %0, %1;" : "=f"(out[3]) : "h"((unsigned short)(pair >> 16)));
  asm("{ cvt.rn.bf16x2.f32 %0, %2, %1;}\n" : "=r"(pair) : "f"(1.00390625f), "f"(1.01171875f));
  asm("{ sub.bf16x2 %0,%1,%2; }\n" : "=r"(pair) : "r"(pair), "r"(0x3f003f00));  // 0.5 of each
  asm("{ cvt.f32.bf16 %0, %1;}\n" : "=f"(out[4]) : "h"((unsigned short)pair));
  asm("{ cvt.f32.bf16 %0, %1;}\n" : "=f"(out[5]) : "h"((unsigned short)(pair >> 16)));
  asm("{ cvt.rn.bf16.f32 %0, %1;}\n" : "=h"(c) : "f"(__int_as_float(0x7fffffff)));
  out[6] = c;
}

// Maxima and minima pass over what is not a number, and know that +0 is larger than -0.
__global__ void extremes(const float* a, const float* b, float* out) {
  const int i = threadIdx.x;
  const __half2 x = __floats2half2_rn(a[i], b[i]), y = __floats2half2_rn(b[i], a[i]);
  out[i] = __half2float(__high2half(__hmax2(y, x)));
  out[4 + i] = __half2float(__hmin(__low2half(x), __high2half(x)));
  out[8 + i] = __bfloat162float(__hmax(__float2bfloat16(a[i]), __float2bfloat16(b[i])));
  out[12 + i] = __bfloat162float(__hmin(__float2bfloat16(a[i]), __float2bfloat16(b[i])));
}

int main() {
  float* parts = onDevice(std::vector<float>(7));
  halfAssembly<<<1, 1>>>(parts);
  CHECK(fromDevice(parts, 7) == (std::vector<float>{2048, 2050, -2.25f, -3072, 0.5f, 0.515625f, 0x7fff}));
  float* in = onDevice(std::vector<float>{3.14159f, 258.0f});
  float* out = onDevice(std::vector<float>(12));
  bfloats<<<1, 1>>>(in, out);
  const std::vector<float> got = fromDevice(out, 8);
  CHECK(got[0] == 3.140625f && got[1] == 262.0f && got[2] == 812.0f && got[3] == 812.0f);
  CHECK(got[4] == 260.0f && got[5] == 260.0f && got[6] == 1 && got[7] == 1.9921875f);
  CHECK(__bfloat162float(__float2bfloat16(1.00390625f)) == 1.0f);  // a tie goes to the even one
  CHECK(__bfloat162float(__float2bfloat16(1.01171875f)) == 1.015625f);

  __half* half = onDevice(std::vector<__half>{__float2half(1.0f)});
  __nv_bfloat16* bfloat = onDevice(std::vector<__nv_bfloat16>{__float2bfloat16(2.0f)});
  sum<<<2, 32>>>(half, bfloat);
  CHECK(__half2float(fromDevice(half, 1)[0]) == 33.0f && __bfloat162float(fromDevice(bfloat, 1)[0]) == 66.0f);
  std::vector<__half2> pairs(32, __floats2half2_rn(1.0f, 0.25f));
  halfSum<<<1, 32>>>(onDevice(pairs), half);
  CHECK(__half2float(fromDevice(half, 1)[0]) == 40.0f);
  // Ties go to the even one, what is too large becomes the largest.
  eights<<<1, 6>>>(onDevice(std::vector<float>{1.0625f, -1.1875f, 0.0029296875f, 0.0009765625f, 465.0f, 447.0f}), out);
  CHECK(fromDevice(out, 12) == (std::vector<float>{0x38, 1, 0xba, -1.25f, 2, 0.00390625f, 0, 0, 0x7e, 448, 0x7e, 448}));
  shuffled<<<1, 32>>>(out);
  CHECK(fromDevice(out, 2) == (std::vector<float>{31, 62}));
  float* larger = onDevice(std::vector<float>(16));
  extremes<<<1, 4>>>(onDevice(std::vector<float>{NAN, 1, -0.0f, 0}), onDevice(std::vector<float>{1, NAN, 0, -0.0f}),
                     larger);
  const std::vector<float> ends = fromDevice(larger, 16);
  for (int i = 0; i < 16; i += 4) {  // of both types: the larger, then the smaller
    CHECK(ends[i] == 1 && ends[i + 1] == 1 && ends[i + 2] == 0 && ends[i + 3] == 0);
    CHECK(std::signbit(ends[i + 2]) == (i % 8 == 4) && std::signbit(ends[i + 3]) == (i % 8 == 4));
  }
  std::printf("ok\n");
}
