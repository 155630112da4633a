// REFUSES: goes on in the next one, by a backslash at its end
__global__ void kernel(const int* in, int* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int value = in[i]; \
  out[i] = value + in[i + /* a path: C:\
                             at home */ 1];
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
