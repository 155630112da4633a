__global__ void scale(float *out, const float *in, int n) {
  int row = threadIdx.x;
  const float in_value = 0 < n ? in[row] : 0;
  for (int k = 0; k < n; ++k) out[row * 16 + k] *= in_value;
}

int main() {
  float *out;
  float *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&first, 256 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (float)(i % 13);
    in[i] = (float)(i * 37 % 101);
  }
  for (int i = 0; i < 256; ++i) first[i] = i * 5 % 7;
  scale<<<1, 64>>>(out, in, 16);
  return cudaDeviceSynchronize();
}
