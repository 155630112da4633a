// UNKNOWN: rounded as before is not known
__global__ void product(float* c, const float* a, const float* b, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

void launch(float* c, float* a, float* b) { product<<<dim3(3, 3), dim3(16, 16)>>>(c, a, b, 41); }
