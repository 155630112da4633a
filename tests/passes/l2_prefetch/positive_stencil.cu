__global__ void smooth(const float* a, float* b, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
void launch() { smooth<<<1 << 16, 256>>>(0, 0, 1 << 24); }
