// UNKNOWN: is left out
__global__ void sorted(int* to) {
  __shared__ int order[64];
  order[threadIdx.x] = 63 - threadIdx.x;
  __syncthreads();
  to[order[threadIdx.x]] = 1;
}
int main() { sorted<<<1, 64>>>(nullptr); }
