// REFUSES: No read of global memory outside of its loops
__global__ void copy(const float* a, float* b) { b[blockIdx.z * 64 + threadIdx.x] = a[blockIdx.z * 64 + threadIdx.x]; }
int main() { copy<<<dim3(1, 1, 8192), 64>>>(0, 0); }
