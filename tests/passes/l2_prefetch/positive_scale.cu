__global__ void scale(const float* a, const float4* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = 2 * a[i] + b[i].x + b[i].w;
}
int main() {
  const int n = 300000;
  float *a, *c;
  float4* b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float4));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemset(a, 1, n * sizeof(float));
  cudaMemset(b, 2, n * sizeof(float4));
  scale<<<1200, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
}
