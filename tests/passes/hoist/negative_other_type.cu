// REFUSES: declares more than variables
__global__ void pick(const float* a, float* out, int n) {
  using Index = unsigned char;
  for (int k = 0; k < n; ++k) {
    using Index = int;
    out[k] = a[static_cast<Index>(n * 100)] + k;
  }
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 2048 * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  pick<<<1, 1>>>(a, out, 7);
}
