// REFUSES: All of its 8 blocks run at once
__global__ void copy(const float* a, float* b) { b[blockIdx.x * 64 + threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x]; }
int main() { copy<<<8, 64>>>(0, 0); }
