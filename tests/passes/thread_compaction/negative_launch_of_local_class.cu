// REFUSES: a block of 33 threads cannot be halved
__global__ void kernel(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}

void launch(int* out) {
  struct Start {
    int* out;
    void run() { kernel<<<2, 33>>>(out, 33); }
  };
  kernel<<<2, 64>>>(out, 64);
  Start{out}.run();
}
