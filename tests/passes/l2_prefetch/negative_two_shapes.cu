// REFUSES: It is launched with 2 block shapes
__global__ void copy(const float* a, float* b) { b[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x]; }
int main() {
  copy<<<8, 64>>>(0, 0);
  copy<<<8, 128>>>(0, 0);
}
