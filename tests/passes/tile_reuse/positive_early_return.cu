// Paths over one more point: sums and minima.
__global__ void paths(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= n || y >= n) return;
  float least = 1e30f;
  for (int k = 0; k < n; k++) least = fminf(least, a[y * n + k] + b[k * n + x]);
  c[y * n + x] = least;
}

int main() {
  float *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(float));
  cudaMallocManaged(&a, 8192 * sizeof(float));
  cudaMallocManaged(&b, 8192 * sizeof(float));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
  }
  paths<<<dim3(3, 9), dim3(32, 8)>>>(c, a, b, 70);
  return cudaDeviceSynchronize();
}
