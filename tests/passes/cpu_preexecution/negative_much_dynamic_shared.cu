// REFUSES: shared
__global__ void tile(const int* a, int* b) {
  extern __shared__ int s[];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = s[127 - threadIdx.x];
}
int main() { tile<<<1, 128, 20000>>>(nullptr, nullptr); }
