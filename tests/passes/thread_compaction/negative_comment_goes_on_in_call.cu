// REFUSES: goes on in the next one, by a backslash at its end
__global__ void kernel(const int* in, int* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = min(in[i],  // a path: C:\
               7);
               3);
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
