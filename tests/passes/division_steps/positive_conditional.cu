// Where no round divides, the divisor may be zero.
__global__ void sometimes(int *out, int n, int width, bool divides) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] += divides ? i / width : 1;
    if (divides) {
      out[i] += i % width;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  sometimes<<<1, 32>>>(out, 200, 0, false);
  sometimes<<<1, 32>>>(out, 200, 9, true);
  return cudaDeviceSynchronize();
}
