// REFUSES: uses what `atomicAdd` gives
__global__ void prefix(const float* in, float* sum, float* out) {
  out[threadIdx.x] = atomicAdd(sum, in[threadIdx.x]);
}

void run(const float* in, float* sum, float* out) { prefix<<<1, 64>>>(in, sum, out); }
