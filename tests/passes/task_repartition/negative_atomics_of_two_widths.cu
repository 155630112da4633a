// REFUSES: what is left depends on the order of tasks
__global__ void flux(const int* from, const int* to, const float* x, unsigned* out, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  // The wide sum carries into the upper half, the narrow one does not.
  atomicAdd(&out[2 * (to[e] % 4)], 0x70000000u);
  atomicAdd(reinterpret_cast<unsigned long long*>(out + 2 * (from[e] % 4)), static_cast<unsigned long long>(x[to[e]]));
}

int main() {
  const int nodes = 300, edges = 1500;
  int *d_from, *d_to;
  float* d_x;
  unsigned* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, 8 * sizeof(unsigned));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_from, d_to, d_x, d_out, edges);
  }
  cudaFree(d_out);
}
