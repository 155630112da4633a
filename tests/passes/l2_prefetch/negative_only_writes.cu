// REFUSES: No read of global memory outside of its loops
__global__ void fill(float* b, float value) { b[blockIdx.x * 256 + threadIdx.x] = value; }
int main() { fill<<<1 << 16, 256>>>(0, 1); }
