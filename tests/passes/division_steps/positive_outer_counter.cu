// The counter is declared outside of the loop, and goes on to be used.
__global__ void outer(int *out, int n, int width) {
  int i;
  for (i = 2 * threadIdx.x; i != n; i = i + 1) {
    out[i] += i / width;
    if (i % width == width - 1) break;
  }
  out[n + threadIdx.x] = i;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  outer<<<1, 8>>>(out, 100, 11);
  return cudaDeviceSynchronize();
}
