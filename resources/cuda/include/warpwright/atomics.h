// Atomic functions, relaxed as CUDA defines them. The scopes of the _block and _system forms say who must see an update
// together; where all threads share one memory they make no difference, but the checks of the CPU engine go by the
// names.
#ifndef WARPWRIGHT_ATOMICS_H
#define WARPWRIGHT_ATOMICS_H
#pragma GCC system_header

#define WARPWRIGHT_FETCH(name, operation, type)         \
  WARPWRIGHT_D type name(type* address, type value) {   \
    return operation(address, value, __ATOMIC_RELAXED); \
  }
#define WARPWRIGHT_EXCHANGE(name, type)                         \
  WARPWRIGHT_D type name(type* address, type value) {           \
    type old;                                                   \
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED); \
    return old;                                                 \
  }
#define WARPWRIGHT_SWAP(name, type)                                                                    \
  WARPWRIGHT_D type name(type* address, type expected, type value) {                                   \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                                   \
  }
#define WARPWRIGHT_INTEGERS(each, name, operation)                                           \
  each(name, operation, int) each(name, operation, unsigned int) each(name, operation, long) \
      each(name, operation, unsigned long) each(name, operation, long long) each(name, operation, unsigned long long)
#define WARPWRIGHT_SCOPE(suffix)                                                           \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicAdd##suffix, __atomic_fetch_add)             \
  WARPWRIGHT_FETCH(atomicAdd##suffix, __atomic_fetch_add, float)                           \
  WARPWRIGHT_FETCH(atomicAdd##suffix, __atomic_fetch_add, double)                          \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicSub##suffix, __atomic_fetch_sub)             \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicMin##suffix, __atomic_fetch_min)             \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicMax##suffix, __atomic_fetch_max)             \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicAnd##suffix, __atomic_fetch_and)             \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicOr##suffix, __atomic_fetch_or)               \
  WARPWRIGHT_INTEGERS(WARPWRIGHT_FETCH, atomicXor##suffix, __atomic_fetch_xor)             \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, int)                                             \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, unsigned int)                                    \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, long)                                            \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, unsigned long)                                   \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, long long)                                       \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, unsigned long long)                              \
  WARPWRIGHT_EXCHANGE(atomicExch##suffix, float)                                           \
  WARPWRIGHT_SWAP(atomicCAS##suffix, unsigned short)                                       \
  WARPWRIGHT_SWAP(atomicCAS##suffix, int)                                                  \
  WARPWRIGHT_SWAP(atomicCAS##suffix, unsigned int)                                         \
  WARPWRIGHT_SWAP(atomicCAS##suffix, long)                                                 \
  WARPWRIGHT_SWAP(atomicCAS##suffix, unsigned long)                                        \
  WARPWRIGHT_SWAP(atomicCAS##suffix, long long)                                            \
  WARPWRIGHT_SWAP(atomicCAS##suffix, unsigned long long)                                   \
  WARPWRIGHT_D unsigned int atomicInc##suffix(unsigned int* address, unsigned int limit) { \
    return __nvvm_atom_inc_gen_ui(address, limit);                                         \
  }                                                                                        \
  WARPWRIGHT_D unsigned int atomicDec##suffix(unsigned int* address, unsigned int limit) { \
    return __nvvm_atom_dec_gen_ui(address, limit);                                         \
  }
WARPWRIGHT_SCOPE()
WARPWRIGHT_SCOPE(_block)
WARPWRIGHT_SCOPE(_system)
#undef WARPWRIGHT_SCOPE
#undef WARPWRIGHT_INTEGERS
#undef WARPWRIGHT_FETCH
#undef WARPWRIGHT_EXCHANGE
#undef WARPWRIGHT_SWAP

// Vectors are updated element by element, as the instruction does: the whole is not one atomic update.
WARPWRIGHT_D float2 atomicAdd(float2* address, float2 value) {
  return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}
WARPWRIGHT_D float4 atomicAdd(float4* address, float4 value) {
  return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z),
                     atomicAdd(&address->w, value.w));
}

#endif
