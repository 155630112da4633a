// REFUSES: The launch at line 11 passes one memory for `a` and `o`.
// A thread loads what its neighbour stores.
__global__ void scale(const float *a, float *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i] * 2;
}

int main() {
  float *p;
  cudaMalloc(&p, 4096);
  scale<<<4, 64>>>(p + 1, p);
  cudaDeviceSynchronize();
}
