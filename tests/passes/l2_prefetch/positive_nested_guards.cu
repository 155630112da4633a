__global__ void inner(const float* a, float* b, int n, int first) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    if (i >= first) b[i] = a[i];
  }
}
void launch() { inner<<<1 << 16, 64>>>(0, 0, 1 << 22, 7); }
