// REFUSES: depends on the order of the threads
__global__ void last(const float* in, float* out) {
  atomicExch(out, in[threadIdx.x]);
}

void run(const float* in, float* out) { last<<<1, 64>>>(in, out); }
