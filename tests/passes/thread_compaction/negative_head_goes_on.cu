// REFUSES: goes on in the next one, by a backslash at its end
__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) \
    *(out + i) = in[i];
}

void launch(const int* in, int* out, int n) {
  kernel<<<8, 64>>>(in, out, n);
}
