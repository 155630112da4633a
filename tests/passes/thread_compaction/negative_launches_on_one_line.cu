// REFUSES: a block of 33 threads cannot be halved
__global__ void kernel(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}

// clang-format off

void launch(int* out) {
  // One of the two is in a function of a class.
  struct Start { void run(int* o) { kernel<<<2, 33>>>(o, 33); } }; kernel<<<2, 64>>>(out, 64);
  Start().run(out);
}
