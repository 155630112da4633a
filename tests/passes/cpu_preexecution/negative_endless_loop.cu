// UNKNOWN: is left out
__global__ void until(int* a) {
  __shared__ int steps;
  steps = threadIdx.x;
  __syncthreads();
  int at = 0;
  while (at != steps) {
    a[at] = 1;
    at = at * 5 + 1;
  }
}
int main() { until<<<1, 32>>>(nullptr); }
