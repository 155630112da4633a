// REFUSES: keeps `calls` as a static variable
__global__ void kernel(const int* in, int* out) {
  static int calls = 0;
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + calls++;
}

void launch(const int* in, int* out) {
  kernel<<<4, 64>>>(in, out);
}
