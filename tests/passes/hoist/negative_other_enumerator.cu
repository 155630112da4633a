// REFUSES: declares more than variables
__global__ void pick(const float* a, float* out, int n) {
  enum { c = 5 };
  for (int k = 0; k < n; ++k) {
    enum { c = 2 };
    out[k] = a[c] + k;
  }
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 2048 * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  pick<<<1, 1>>>(a, out, 7);
}
