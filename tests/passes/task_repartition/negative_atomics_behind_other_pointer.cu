// REFUSES: `a` changes: cannot tell what `atomicMax` at line
__global__ void flux(const int* from, const int* to, const float* x, int* a, int* b, int edges) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  a = b;
  atomicMax(&a[to[e] % 7], static_cast<int>(x[from[e]]));
  atomicAdd(&b[from[e] % 7], 3);
}

int main() {
  const int nodes = 300, edges = 1500;
  int *d_from, *d_to;
  float* d_x;
  int* d_out;
  cudaMalloc(&d_from, edges * sizeof(int));
  cudaMalloc(&d_to, edges * sizeof(int));
  cudaMalloc(&d_x, nodes * sizeof(float));
  cudaMalloc(&d_out, 8 * sizeof(int));
  for (int round = 0; round < 3; ++round) {
    flux<<<(edges + 63) / 64, 64>>>(d_from, d_to, d_x, nullptr, d_out, edges);
  }
  cudaFree(d_out);
}
