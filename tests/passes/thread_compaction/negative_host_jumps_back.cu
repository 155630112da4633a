// REFUSES: a block of 33 threads cannot be halved
__global__ void kernel(int* out, int stride) {
  out[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}

void launch(int* out) {
  int threads = 64, count = 0;
again:
  kernel<<<4, threads>>>(out + 512 * count, threads);
  threads = 33;
  if (++count < 2) goto again;
}
