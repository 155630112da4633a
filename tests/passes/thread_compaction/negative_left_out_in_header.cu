// UNKNOWN: Not every launch is known: line 2 may launch `kernel` in code that is left out here, or that has errors.
__global__ void kernel(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

#include "left_out.inc"

void launch(int* out) {
  kernel<<<2, 64>>>(out);
}
