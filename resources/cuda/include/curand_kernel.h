// Random numbers on the device: XORWOW and Philox 4x32-10 with the starting values, the streams and the conversions
// that cuRAND documents, so that sequences are the same. Others are not here.
#ifndef WARPWRIGHT_PUBLIC_CURAND_KERNEL_H
#define WARPWRIGHT_PUBLIC_CURAND_KERNEL_H
#pragma GCC system_header
#include <warpwright/runtime_api.h>

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

#if defined(__cplusplus) && defined(__CUDA__)
#define CURAND_2POW32_INV 2.3283064e-10f
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)
#define CURAND_2POW53_INV_DOUBLE 1.1102230246251565e-16

/// Moves the five words of an XORWOW state by subsequence * 2^67 + offset steps.
extern "C" __device__ void __warpwright_xorwowSkip(unsigned int* words, unsigned long long subsequence,
                                                   unsigned long long offset);

// XORWOW: Marsaglia's generator of that name.
WARPWRIGHT_D unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned int t = state->v[0] ^ (state->v[0] >> 2);
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = state->v[4];
  state->v[4] = (state->v[4] ^ (state->v[4] << 4)) ^ (t ^ (t << 1));
  state->d += 362437;
  return state->v[4] + state->d;
}
WARPWRIGHT_D void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  __warpwright_xorwowSkip(state->v, 0, n);
  state->d += 362437u * (unsigned int)n;
}
WARPWRIGHT_D void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  __warpwright_xorwowSkip(state->v, n, 0);
}
WARPWRIGHT_D void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                              curandStateXORWOW_t* state) {
  const unsigned int s0 = (unsigned int)seed ^ 0xaad26b49u, s1 = (unsigned int)(seed >> 32) ^ 0xf7dcefddu;
  const unsigned int t0 = 1099087573u * s0, t1 = 2591861531u * s1;
  state->d = 6615241u + t1 + t0;
  state->v[0] = 123456789u + t0;
  state->v[1] = 362436069u ^ t0;
  state->v[2] = 521288629u + t1;
  state->v[3] = 88675123u ^ t1;
  state->v[4] = 5783321u + t0;
  if (subsequence | offset) __warpwright_xorwowSkip(state->v, subsequence, offset);
  state->d += 362437u * (unsigned int)offset;
  state->boxmuller_flag = state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}

// Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3).
WARPWRIGHT_D uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
    c = make_uint4((unsigned int)(b >> 32) ^ c.y ^ k.x, (unsigned int)b, (unsigned int)(a >> 32) ^ c.w ^ k.y,
                   (unsigned int)a);
    k.x += 0x9E3779B9u;
    k.y += 0xBB67AE85u;
  }
  return c;
}
WARPWRIGHT_D void __warpwright_philoxStep(curandStatePhilox4_32_10_t* s, unsigned long long n) {
  const unsigned int low = (unsigned int)n;
  unsigned int high = (unsigned int)(n >> 32);
  s->ctr.x += low;
  if (s->ctr.x < low) ++high;
  const bool wrapped = high == 0 && s->ctr.x < low;  // both halves were all ones
  s->ctr.y += high;
  if (wrapped || s->ctr.y < high) {
    if (++s->ctr.z == 0) ++s->ctr.w;
  }
}
WARPWRIGHT_D void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* s) {
  s->STATE += (unsigned int)(n & 3);
  n /= 4;
  if (s->STATE > 3) {
    n += 1;
    s->STATE -= 4;
  }
  __warpwright_philoxStep(s, n);
  s->output = curand_Philox4x32_10(s->ctr, s->key);
}
WARPWRIGHT_D void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* s) {
  const unsigned int low = (unsigned int)n;
  s->ctr.z += low;
  s->ctr.w += (unsigned int)(n >> 32) + (s->ctr.z < low ? 1 : 0);
  s->output = curand_Philox4x32_10(s->ctr, s->key);
}
WARPWRIGHT_D void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                              curandStatePhilox4_32_10_t* s) {
  s->ctr = make_uint4(0, 0, 0, 0);
  s->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  s->STATE = 0;
  s->boxmuller_flag = s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0.0f;
  s->boxmuller_extra_double = 0.0;
  skipahead_sequence(subsequence, s);
  skipahead(offset, s);
}
WARPWRIGHT_D unsigned int curand(curandStatePhilox4_32_10_t* s) {
  const unsigned int value = s->STATE == 0   ? s->output.x
                             : s->STATE == 1 ? s->output.y
                             : s->STATE == 2 ? s->output.z
                                             : s->output.w;
  if (++s->STATE == 4) {
    __warpwright_philoxStep(s, 1);
    s->output = curand_Philox4x32_10(s->ctr, s->key);
    s->STATE = 0;
  }
  return value;
}
WARPWRIGHT_D uint4 curand4(curandStatePhilox4_32_10_t* s) {
  const unsigned int x = curand(s), y = curand(s), z = curand(s);
  return make_uint4(x, y, z, curand(s));
}

WARPWRIGHT_D float _curand_uniform(unsigned int x) {
  return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
}
WARPWRIGHT_D double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
  const unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
  return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}
WARPWRIGHT_D float2 _curand_box_muller(unsigned int x, unsigned int y) {
  const float u = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2);
  const float v = y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2);
  const float s = sqrtf(-2.0f * logf(u));
  float2 result;
  __sincosf(v, &result.x, &result.y);
  result.x *= s;
  result.y *= s;
  return result;
}
WARPWRIGHT_D double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const unsigned long long zx = (unsigned long long)x0 ^ ((unsigned long long)x1 << (53 - 32));
  const unsigned long long zy = (unsigned long long)y0 ^ ((unsigned long long)y1 << (53 - 32));
  const double u = zx * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
  const double v = zy * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE;
  const double s = sqrt(-2.0 * log(u));
  double2 result;
  sincospi(v, &result.x, &result.y);
  result.x *= s;
  result.y *= s;
  return result;
}

// Everything else is alike for both.
#define WARPWRIGHT_DISTRIBUTIONS(state_t)                                                   \
  WARPWRIGHT_D float curand_uniform(state_t* s) {                                           \
    return _curand_uniform(curand(s));                                                      \
  }                                                                                         \
  WARPWRIGHT_D double curand_uniform_double(state_t* s) {                                   \
    const unsigned int x = curand(s), y = curand(s);                                        \
    return _curand_uniform_double_hq(x, y);                                                 \
  }                                                                                         \
  WARPWRIGHT_D float2 curand_normal2(state_t* s) {                                          \
    const unsigned int x = curand(s), y = curand(s);                                        \
    return _curand_box_muller(x, y);                                                        \
  }                                                                                         \
  WARPWRIGHT_D double2 curand_normal2_double(state_t* s) {                                  \
    const unsigned int a = curand(s), b = curand(s), c = curand(s), d = curand(s);          \
    return _curand_box_muller_double(a, b, c, d);                                           \
  }                                                                                         \
  WARPWRIGHT_D float curand_normal(state_t* s) {                                            \
    if (s->boxmuller_flag) {                                                                \
      s->boxmuller_flag = 0;                                                                \
      return s->boxmuller_extra;                                                            \
    }                                                                                       \
    const float2 pair = curand_normal2(s);                                                  \
    s->boxmuller_flag = 1;                                                                  \
    s->boxmuller_extra = pair.y;                                                            \
    return pair.x;                                                                          \
  }                                                                                         \
  WARPWRIGHT_D double curand_normal_double(state_t* s) {                                    \
    if (s->boxmuller_flag_double) {                                                         \
      s->boxmuller_flag_double = 0;                                                         \
      return s->boxmuller_extra_double;                                                     \
    }                                                                                       \
    const double2 pair = curand_normal2_double(s);                                          \
    s->boxmuller_flag_double = 1;                                                           \
    s->boxmuller_extra_double = pair.y;                                                     \
    return pair.x;                                                                          \
  }                                                                                         \
  WARPWRIGHT_D float curand_log_normal(state_t* s, float mean, float deviation) {           \
    return expf(mean + deviation * curand_normal(s));                                       \
  }                                                                                         \
  WARPWRIGHT_D double curand_log_normal_double(state_t* s, double mean, double deviation) { \
    return exp(mean + deviation * curand_normal_double(s));                                 \
  }
WARPWRIGHT_DISTRIBUTIONS(curandStateXORWOW_t)
WARPWRIGHT_DISTRIBUTIONS(curandStatePhilox4_32_10_t)
#undef WARPWRIGHT_DISTRIBUTIONS
WARPWRIGHT_D float4 curand_uniform4(curandStatePhilox4_32_10_t* s) {
  const uint4 v = curand4(s);
  return make_float4(_curand_uniform(v.x), _curand_uniform(v.y), _curand_uniform(v.z), _curand_uniform(v.w));
}
WARPWRIGHT_D double2 curand_uniform2_double(curandStatePhilox4_32_10_t* s) {
  const uint4 v = curand4(s);
  return make_double2(_curand_uniform_double_hq(v.x, v.y), _curand_uniform_double_hq(v.z, v.w));
}
WARPWRIGHT_D float4 curand_normal4(curandStatePhilox4_32_10_t* s) {
  const uint4 v = curand4(s);
  const float2 a = _curand_box_muller(v.x, v.y), b = _curand_box_muller(v.z, v.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
#endif
#endif
