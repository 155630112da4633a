// REFUSES: gives a reference
struct Pair {
  float x, y;
};

__device__ double& both(Pair& pair, int index) {
  return reinterpret_cast<double*>(&pair)[index];
}

// Of two pairs of a thread, one may lie where no double does.
__global__ void kernel(const float* in, double* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __align__(8) Pair pair = {in[i], in[i] + 1};
  both(pair, 0) += 1;
  out[i] = both(pair, 0);
}

void launch(const float* in, double* out) {
  kernel<<<8, 64>>>(in, out);
}
