#include "check.h"

/// Every function in its forms of the C++ library and of CUDA, for float and double.
template <typename T>
__device__ int compute(T* p, T x, T y) {
  int i = 0, power = 0;
  T whole = 0;
  p[i++] = erf(x), p[i++] = std::erf(x), p[i++] = erfc(x), p[i++] = lgamma(x), p[i++] = tgamma(x), p[i++] = cbrt(x);
  p[i++] = std::hypot(x, y), p[i++] = log1p(x), p[i++] = log2(x), p[i++] = std::log2(x), p[i++] = exp2(x), p[i++] = asinh(x);
  p[i++] = std::acosh(x + 1), p[i++] = std::atanh(x), p[i++] = expm1(x), p[i++] = std::logb(x), p[i++] = ilogb(x);
  p[i++] = round(x), p[i++] = std::trunc(y), p[i++] = rint(y), p[i++] = std::nearbyint(y), p[i++] = lround(y);
  p[i++] = lrint(y), p[i++] = llrint(y), p[i++] = std::llround(y), p[i++] = fma(x, y, x), p[i++] = remainder(y, x);
  p[i++] = std::copysign(x, -y), p[i++] = fmin(x, y), p[i++] = std::fmax(x, y), p[i++] = fdim(y, x);
  p[i++] = nextafter(x, y), p[i++] = scalbn(x, 2), p[i++] = scalbln(x, 3L), p[i++] = std::ldexp(x, 2);
  p[i] = std::frexp(y, &power), p[i++] += power;
  p[i] = std::modf(y, &whole), p[i++] += whole;
  p[i++] = std::pow(x, y);
  return i;
}
template <typename T>
__global__ void onGpu(T* p, T x, T y) { compute(p, x, y); }

template <typename T>
void sameAsTheHost(double within) {
  const T x = T(0.3), y = T(2.5);
  T* p = onDevice(std::vector<T>(64));
  onGpu<<<1, 1>>>(p, x, y);
  const std::vector<T> found = fromDevice(p, 64);
  const double expected[] = {
      std::erf(x), std::erf(x), std::erfc(x), std::lgamma(x), std::tgamma(x), std::cbrt(x), std::hypot(x, y), std::log1p(x),
      std::log2(x), std::log2(x), std::exp2(x), std::asinh(x), std::acosh(x + 1), std::atanh(x), std::expm1(x), -2, -2, 0, 2, 2,
      2, 3, 2, 2, 3, x * y + x, std::remainder(y, x), -x, x, y, y - x, std::nextafter(x, y), 4 * x, 8 * x, 4 * x, 2.625, 2.5,
      std::pow(x, y)};
  int i = 0;
  for (const double one : expected) {
    if (!near(found[i], one, within)) std::printf("number %d is %g, not %g\n", i, double(found[i]), one);
    CHECK(near(found[i++], one, within));
  }
}

/// What only CUDA has.
template <typename T>
__global__ void inverses(T* p, T x) {
  const T values[] = {T(2), T(3), T(6)};
  p[0] = erfinv(erf(x)), p[1] = erfcinv(erfc(x)), p[2] = normcdfinv(normcdf(x)), p[3] = erfcx(x), p[4] = erfcx(T(1000));
  p[5] = erfinv(erf(T(1.5))), p[6] = normcdfinv(T(1e-6));
  p[7] = cyl_bessel_i0(x), p[8] = cyl_bessel_i1(-x), p[9] = yn(2, x), p[10] = norm(3, values), p[11] = rnorm(3, values);
  p[12] = rnorm4d(T(2), T(3), T(6), T(0));
}
template <>
__global__ void inverses<float>(float* p, float x) {
  const float values[] = {2, 3, 6};
  p[0] = erfinvf(erff(x)), p[1] = erfcinvf(erfcf(x)), p[2] = normcdfinvf(normcdff(x)), p[3] = erfcxf(x), p[4] = erfcxf(1000);
  p[5] = erfinvf(erff(1.5f)), p[6] = normcdfinvf(1e-6f);
  p[7] = cyl_bessel_i0f(x), p[8] = cyl_bessel_i1f(-x), p[9] = ynf(2, x), p[10] = normf(3, values), p[11] = rnormf(3, values);
  p[12] = rnorm4df(2, 3, 6, 0);
}

template <typename T>
void inverseOfWhatTheyAre(double within) {
  const T x = T(0.3);
  T* p = onDevice(std::vector<T>(13));
  inverses<<<1, 1>>>(p, x);
  const std::vector<T> found = fromDevice(p, 13);
  const double expected[] = {x, x, x, std::exp(0.09) * std::erfc(0.3), 5.641893014e-4, 1.5, -4.753424309,
                             1.022626879, -0.151693840, -14.48009401, 7, 1 / 7.0, 1 / 7.0};
  int i = 0;
  for (const double one : expected) {
    if (!near(found[i], one, within)) std::printf("number %d is %.10g, not %.10g\n", i, double(found[i]), one);
    CHECK(near(found[i++], one, within));
  }
}

int main() {
  sameAsTheHost<float>(2e-6);
  sameAsTheHost<double>(1e-12);
  inverseOfWhatTheyAre<float>(2e-5);
  inverseOfWhatTheyAre<double>(1e-7);
  std::printf("ok\n");
}
