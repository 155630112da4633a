__global__ void table(const float* a, float* b) {
  unsigned char low = blockIdx.x * 64 + threadIdx.x;
  short wide = (blockIdx.x * 64 + threadIdx.x) * 3;
  b[blockIdx.x * 64 + threadIdx.x] = a[low] + a[wide + 40000];
}
void launch() { table<<<1 << 14, 64>>>(0, 0); }
