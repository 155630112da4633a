// Included by Clang's __clang_cuda_intrinsics.h for the overloads of the match functions.
#ifndef WARPWRIGHT_PUBLIC_CRT_SM_70_RT_HPP
#define WARPWRIGHT_PUBLIC_CRT_SM_70_RT_HPP
#pragma GCC system_header
#define WARPWRIGHT_MATCH(type, width, carrier)                                                        \
  WARPWRIGHT_D unsigned int __match_any_sync(unsigned mask, type value) {                             \
    return __match##width##_any_sync(mask, (carrier)value);                                           \
  }                                                                                                   \
  WARPWRIGHT_D unsigned int __match_all_sync(unsigned mask, type value, int* predicate) {             \
    return __match##width##_all_sync(mask, (carrier)value, predicate);                                \
  }
WARPWRIGHT_MATCH(int, 32, unsigned int)
WARPWRIGHT_MATCH(unsigned int, 32, unsigned int)
WARPWRIGHT_MATCH(long, 64, unsigned long long)
WARPWRIGHT_MATCH(unsigned long, 64, unsigned long long)
WARPWRIGHT_MATCH(long long, 64, unsigned long long)
WARPWRIGHT_MATCH(unsigned long long, 64, unsigned long long)
#undef WARPWRIGHT_MATCH
WARPWRIGHT_D unsigned int __match_any_sync(unsigned mask, float value) {
  return __match32_any_sync(mask, (unsigned)__nvvm_bitcast_f2i(value));
}
WARPWRIGHT_D unsigned int __match_any_sync(unsigned mask, double value) {
  return __match64_any_sync(mask, (unsigned long long)__nvvm_bitcast_d2ll(value));
}
WARPWRIGHT_D unsigned int __match_all_sync(unsigned mask, float value, int* predicate) {
  return __match32_all_sync(mask, (unsigned)__nvvm_bitcast_f2i(value), predicate);
}
WARPWRIGHT_D unsigned int __match_all_sync(unsigned mask, double value, int* predicate) {
  return __match64_all_sync(mask, (unsigned long long)__nvvm_bitcast_d2ll(value), predicate);
}
#endif
