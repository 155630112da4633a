__global__ void copy(const float* coming, float* b) { b[blockIdx.x * 128 + threadIdx.x] = coming[blockIdx.x * 128 + threadIdx.x]; }
void launch() { copy<<<1 << 16, 128>>>(0, 0); }
