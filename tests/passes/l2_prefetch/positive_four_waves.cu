// SET: waves=4
__global__ void copy(const int* a, int* b) { b[blockIdx.x * 128 + threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x]; }
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
