// UNKNOWN: the kernel's name stands in brackets
__global__ void (kernel)(const int* in, int* out) {
  out[blockIdx.x * 512 + threadIdx.x] = in[threadIdx.x];
}

void launch(const int* in, int* out) {
  kernel<<<8, 512>>>(in, out);
}
