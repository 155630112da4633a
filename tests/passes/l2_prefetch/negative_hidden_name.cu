// REFUSES: hides what CUDA calls so
__global__ void copy(const float* a, float* b, int gridDim) {
  b[blockIdx.x * 64 + threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x + gridDim];
}
int main() { copy<<<1 << 14, 64>>>(0, 0, 1); }
