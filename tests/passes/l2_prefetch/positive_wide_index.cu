__global__ void rows(const double* a, double* b, size_t pitch) {
  size_t row = blockIdx.x * size_t(256) + threadIdx.x;
  b[row] = a[row * pitch];
}
void launch() { rows<<<1 << 16, 256>>>(0, 0, 64); }
