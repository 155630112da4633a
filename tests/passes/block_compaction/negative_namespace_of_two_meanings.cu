// REFUSES: declares something that is not understood
#include <cooperative_groups.h>

namespace own {
__device__ inline int twice(int x) {
  return 2 * x;
}
}  // namespace own
namespace other {
__device__ inline int twice(int x) {
  return 3 * x;
}
}  // namespace other
namespace part = other;

__global__ void kernel(const int* in, int* out) {
  namespace part = own;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = part::twice(in[i]);
}

void launch(const int* in, int* out) {
  kernel<<<8, 128>>>(in, out);
}
