// REFUSES: No read of global memory outside of its loops
__device__ float other[1 << 20];
__device__ float read(int i) { return other[i]; }
__global__ void copy(const float& a, float* other, float* b) {
  int i = blockIdx.x * 64 + threadIdx.x;
  b[i] = (&a)[i] + read(i);
}
int main() { copy<<<1 << 14, 64>>>(*(float*)0, 0, 0); }
