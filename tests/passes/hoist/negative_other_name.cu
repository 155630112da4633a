// REFUSES: declares more than variables
__constant__ const int which = 9;
namespace inner {
__constant__ const int which = 3;
}

__global__ void pick(const float* a, float* out, int n) {
  for (int k = 0; k < n; ++k) {
    using inner::which;
    out[k] = a[which] + k;
  }
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 16 * sizeof(float));
  cudaMalloc(&out, 8 * sizeof(float));
  pick<<<1, 1>>>(a, out, 7);
}
