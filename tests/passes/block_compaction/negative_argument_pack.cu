// REFUSES: takes any number of arguments, after which none can be added
template <typename... Values>
__global__ void kernel(int* out, Values... values) {
  out[blockIdx.x * 64 + threadIdx.x] = blockIdx.x + sizeof...(values);
}

void launch(int* out, int blocks) {
  kernel<<<blocks, 64>>>(out, 1, 2, 3);
}
