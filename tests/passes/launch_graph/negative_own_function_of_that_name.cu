// REFUSES: something of its own
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

namespace counted {
int calls = 0;
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  ++calls;
  return ::cudaGraphDestroy(graph);
}
void run(float* x, int n, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
  }
}
}  // namespace counted
