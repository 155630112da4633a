// Counts by one from zero: nothing is divided at all.
__global__ void odometer(int *out, int n, int width, int height) {
  const bool k_stepped = 0 < n && width > 0 && height > 0;
  int k_remainder = 0;
  int k_remainder2 = 0;
  int k_quotient = 0;
  for (int k = 0; k < n; ++k) {
    out[((k_stepped ? k_remainder : k % width)) * 64 + (k_stepped ? k_remainder2 : (k / width) % height)] += (k_stepped ? k_quotient : k / width / height) + (int)threadIdx.x;
    if (k_stepped) {
      if (++k_remainder == width) {
        k_remainder = 0;
        if (++k_remainder2 == height) {
          k_remainder2 = 0;
          ++k_quotient;
        }
      }
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) out[i] = 0;
  odometer<<<1, 1>>>(out, 500, 7, 5);
  odometer<<<1, 1>>>(out, 500, 1, 1);
  odometer<<<1, 1>>>(out, 500, 3, 1);
  odometer<<<1, 1>>>(out, 0, 0, 0);
  return cudaDeviceSynchronize();
}
