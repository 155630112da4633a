// REFUSES: a block of 33 threads cannot be halved
__global__ void kernel(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}

struct Start {
  int started;
  Start(int* out)
      : started((kernel<<<2, 33>>>(out, 33), 1)) {}
};

void launch(int* out) {
  kernel<<<2, 64>>>(out, 64);
  Start start(out);
}
