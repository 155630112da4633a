// REFUSES: ends in a way that is not understood
template <typename... Values>
__global__ void kernel(int* out, Values... values) {
  out[blockIdx.x * 64 + threadIdx.x] = (0 + ... + values);
}

void launch(int* out) {
  kernel<<<8, 64>>>(out, 1, 2, 3);
}
