// REFUSES: spells more than one part of the launch in a macro
#define SHAPE 8, 64

__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
}

void launch(const int* in, int* out) {
  kernel<<<SHAPE>>>(in, out);
}
