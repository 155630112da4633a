// What is read in the loop stays out.
__global__ void powers(const float* base, const float* factors, float* b, int count) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float value = base[i];
  for (int k = 0; k < count; ++k) value *= factors[i * count + k];
  b[i] = value;
}
void launch() { powers<<<1 << 16, 256>>>(0, 0, 0, 4); }
