__global__ void distances(float* c, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float own = a[i], sum = 0;
    for (int j = 0; j < n; ++j) {
      float d = fabsf(b[j] - own);
      if (d > 3.0f) sum += d;
    }
    c[i] = sum;
  }
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
  distances<<<4, 96>>>(c, a, b, 300);
  return cudaDeviceSynchronize();
}
