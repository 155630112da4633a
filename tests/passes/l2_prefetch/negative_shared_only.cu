// REFUSES: No read of global memory outside of its loops
__global__ void nothing(int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
}
int main() { nothing<<<1 << 16, 64>>>(1); }
