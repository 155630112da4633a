// Complex numbers of the CUDA interface, on both sides.
#ifndef WARPWRIGHT_PUBLIC_CUCOMPLEX_H
#define WARPWRIGHT_PUBLIC_CUCOMPLEX_H
#pragma GCC system_header
#include <cuda_runtime.h>
#include <math.h>

#ifdef __CUDACC__
#define WARPWRIGHT_BOTH __host__ __device__ static __inline__
#else
#define WARPWRIGHT_BOTH static inline
#endif

typedef float2 cuFloatComplex;
WARPWRIGHT_BOTH cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
  cuFloatComplex made;
  made.x = real;
  made.y = imaginary;
  return made;
}
WARPWRIGHT_BOTH float cuCrealf(cuFloatComplex z) {
  return z.x;
}
WARPWRIGHT_BOTH float cuCimagf(cuFloatComplex z) {
  return z.y;
}
WARPWRIGHT_BOTH cuFloatComplex cuConjf(cuFloatComplex z) {
  return make_cuFloatComplex(z.x, -z.y);
}
WARPWRIGHT_BOTH cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x + b.x, a.y + b.y);
}
WARPWRIGHT_BOTH cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x - b.x, a.y - b.y);
}
WARPWRIGHT_BOTH cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
/// Scaled, so that squares neither overflow nor vanish.
WARPWRIGHT_BOTH cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
  const float scale = 1 / (fabsf(b.x) + fabsf(b.y));
  const float ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  const float norm = 1 / (bx * bx + by * by);
  return make_cuFloatComplex((ax * bx + ay * by) * norm, (ay * bx - ax * by) * norm);
}
WARPWRIGHT_BOTH float cuCabsf(cuFloatComplex z) {
  return hypotf(z.x, z.y);
}
WARPWRIGHT_BOTH cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
  return cuCaddf(cuCmulf(a, b), c);
}

typedef double2 cuDoubleComplex;
WARPWRIGHT_BOTH cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
  cuDoubleComplex made;
  made.x = real;
  made.y = imaginary;
  return made;
}
WARPWRIGHT_BOTH double cuCreal(cuDoubleComplex z) {
  return z.x;
}
WARPWRIGHT_BOTH double cuCimag(cuDoubleComplex z) {
  return z.y;
}
WARPWRIGHT_BOTH cuDoubleComplex cuConj(cuDoubleComplex z) {
  return make_cuDoubleComplex(z.x, -z.y);
}
WARPWRIGHT_BOTH cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x + b.x, a.y + b.y);
}
WARPWRIGHT_BOTH cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x - b.x, a.y - b.y);
}
WARPWRIGHT_BOTH cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
/// Scaled, so that squares neither overflow nor vanish.
WARPWRIGHT_BOTH cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
  const double scale = 1 / (fabs(b.x) + fabs(b.y));
  const double ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  const double norm = 1 / (bx * bx + by * by);
  return make_cuDoubleComplex((ax * bx + ay * by) * norm, (ay * bx - ax * by) * norm);
}
WARPWRIGHT_BOTH double cuCabs(cuDoubleComplex z) {
  return hypot(z.x, z.y);
}
WARPWRIGHT_BOTH cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return cuCadd(cuCmul(a, b), c);
}

typedef cuFloatComplex cuComplex;
WARPWRIGHT_BOTH cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
WARPWRIGHT_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}
WARPWRIGHT_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)z.x, (float)z.y);
}
#undef WARPWRIGHT_BOTH

#endif
