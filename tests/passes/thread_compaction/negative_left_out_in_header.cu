// UNKNOWN: line 2 launches `kernel` in code that the preprocessor leaves out here
__global__ void kernel(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

#include "left_out.inc"

void launch(int* out) {
  kernel<<<2, 64>>>(out);
}
