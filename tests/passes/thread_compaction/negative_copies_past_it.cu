// REFUSES: takes the address of
#include <cstring>

// Eight bytes from a variable of four: what lies behind it is another in an array.
__global__ void kernel(const int* in, long long* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  long long both;
  memcpy(&both, &value, sizeof(both));
  out[i] = both;
}

void launch(const int* in, long long* out) {
  kernel<<<8, 64>>>(in, out);
}
