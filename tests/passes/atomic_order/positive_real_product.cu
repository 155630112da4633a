// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void dot(float *total, const float *a, const float *b, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(total, a[i] * b[i]);
}

int main() {
  float *a, *b, *out;
  cudaMallocManaged(&a, 200 * sizeof(float));
  cudaMallocManaged(&b, 200 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 200; ++i) a[i] = i * 0.5f, b[i] = 10 - i % 20;
  *out = 0;
  dot<<<1, 64>>>(out, a, b, 200);
  return cudaDeviceSynchronize();
}
