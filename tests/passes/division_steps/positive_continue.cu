__global__ void some(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (i & 1) continue;
    for (int k = 0; k < 3; ++k) {
      if (k == 1) continue;
      out[i] += k;
    }
    if (i % 5 == 2) {
      out[i] += 7;
      continue;
    }
    out[i] += i / width;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) some<<<1, 32>>>(out, 300, width);
  return cudaDeviceSynchronize();
}
