// REFUSES: No read of global memory outside of its loops
__global__ void scale(const float* factors, float* b) { b[blockIdx.x * 256 + threadIdx.x] = factors[threadIdx.x]; }
int main() { scale<<<1 << 16, 256>>>(0, 0); }
