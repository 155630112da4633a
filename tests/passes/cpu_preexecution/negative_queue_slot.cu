// UNKNOWN: is left out
__global__ void push(int* to) {
  __shared__ int top;
  if (threadIdx.x == 0) top = 0;
  __syncthreads();
  int slot = atomicAdd(&top, 1);
  to[slot] = threadIdx.x;
}
int main() { push<<<1, 64>>>(nullptr); }
