// REFUSES: by sums and products alone
__global__ void spread(const float* a, float* b) {
  int i = blockIdx.x * 256 + threadIdx.x;
  b[i] = a[i / 16];
}
int main() { spread<<<1 << 16, 256>>>(0, 0); }
