#define WIDTH width
__global__ void unrolled(int *out, int n, int width) {
  if (n > 0) {
#pragma unroll 4
    for (int k = 0; k < n; ++k) {
      const int at = k % WIDTH;  // where it is put
      out[at] += k;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  unrolled<<<1, 1>>>(out, 500, 13);
  return cudaDeviceSynchronize();
}
