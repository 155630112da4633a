// REFUSES: No read of global memory outside of its loops
__global__ void chosen(const int* from, const float* a, float* b) {
  if (from[0] > 0) b[blockIdx.x * 256 + threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x + from[0]];
}
int main() { chosen<<<1 << 16, 256>>>(0, 0, 0); }
