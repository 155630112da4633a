__global__ void reverse(const float* a, float* b, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) b[i] = a[n - 1 - i];
}
void launch() { reverse<<<1 << 16, 256>>>(0, 0, 1 << 24); }
