// Conversions between generic addresses and those of one address space, as numbers.
#ifndef WARPWRIGHT_ADDRESS_SPACES_H
#define WARPWRIGHT_ADDRESS_SPACES_H
#pragma GCC system_header
#define WARPWRIGHT_SPACE(space, number)                              \
  WARPWRIGHT_D void* __cvta_##space##_to_generic(size_t raw) {       \
    return (void*)(void __attribute__((address_space(number)))*)raw; \
  }
__device__ __inline__ size_t __cvta_generic_to_shared(const void* pointer) {
  return (size_t)(void __attribute__((address_space(3)))*)pointer;
}
WARPWRIGHT_D size_t __cvta_generic_to_global(const void* pointer) {
  return (size_t)(void __attribute__((address_space(1)))*)pointer;
}
WARPWRIGHT_D size_t __cvta_generic_to_constant(const void* pointer) {
  return (size_t)(void __attribute__((address_space(4)))*)pointer;
}
WARPWRIGHT_D size_t __cvta_generic_to_local(const void* pointer) {
  return (size_t)(void __attribute__((address_space(5)))*)pointer;
}
WARPWRIGHT_SPACE(global, 1)
WARPWRIGHT_SPACE(shared, 3)
WARPWRIGHT_SPACE(constant, 4)
WARPWRIGHT_SPACE(local, 5)
#undef WARPWRIGHT_SPACE
#endif
