// REFUSES: it touches no global memory
__global__ void turn() {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  s[63 - threadIdx.x] += 1;
}
int main() { turn<<<1, 64>>>(); }
