__global__ void sums(const float* a, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[k * 256 + i];
  out[i] = s;
}
int main() {
  float *a, *out;
  cudaMallocManaged(&a, 20000 * sizeof(float));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 20000; ++i) a[i] = i * 7 % 61;
  for (int i = 0; i < 64; ++i) out[i] = i;
  sums<<<1, 64>>>(a, out, 40);
  return cudaDeviceSynchronize();
}
