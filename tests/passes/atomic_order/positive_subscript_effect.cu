// The element is always the same, and naming it changes a variable.
__global__ void count(int *total, int *out, int n) {
  int k = 0, i = threadIdx.x;
  if (i < n) {
    atomicAdd(&total[k++ & 0], 1);
    out[i] = k;
  }
}

int main() {
  int *total, *out;
  cudaMallocManaged(&total, sizeof(int));
  cudaMallocManaged(&out, 96 * sizeof(int));
  count<<<1, 96>>>(total, out, 90);
  return cudaDeviceSynchronize();
}
