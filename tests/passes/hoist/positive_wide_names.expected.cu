constexpr int stride = 2;

__global__ void scale(long long *out, const unsigned char *in, int n) {
  int in_value = threadIdx.x;
  const unsigned char in_value_2 = 0 < n ? in[in_value * stride] : 0;
  const unsigned char in_value2 = 0 < n ? in[in_value + 1] : 0;
  for (int k = 0; k < n; ++k) {
    out[in_value * 16 + k] = in_value_2 + in_value2 + k;
  }
}

int main() {
  long long *out;
  unsigned char *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(long long));
  cudaMallocManaged(&in, 4096 * sizeof(unsigned char));
  cudaMallocManaged(&first, 256 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (long long)(i % 13);
    in[i] = (unsigned char)(i * 37 % 101);
  }
  for (int i = 0; i < 256; ++i) first[i] = i * 5 % 7;
  scale<<<1, 64>>>(out, in, 16);
  return cudaDeviceSynchronize();
}
