// REFUSES: shared
__global__ void tile(const int* a, int* b) {
  __shared__ int s[6000];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = s[127 - threadIdx.x];
}
int main() { tile<<<1, 128>>>(nullptr, nullptr); }
