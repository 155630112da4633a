// Counts by one from zero: nothing is divided at all.
__global__ void odometer(int *out, int n, int width, int height) {
  for (int k = 0; k < n; ++k) {
    out[(k % width) * 64 + (k / width) % height] += k / width / height + (int)threadIdx.x;
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
