#define WIDTH width
__global__ void unrolled(int *out, int n, int width) {
  if (n > 0) {
    const bool k_stepped = 0 < n && WIDTH > 0;
    int k_remainder = 0;
#pragma unroll 4
    for (int k = 0; k < n; ++k) {
      const int at = (k_stepped ? k_remainder : k % WIDTH);  // where it is put
      out[at] += k;
      if (k_stepped) {
        if (++k_remainder == WIDTH) k_remainder = 0;
      }
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
