// REFUSES: inside a macro
#define EACH for (int i = threadIdx.x; i < n; i += blockDim.x)
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  EACH sum += x[i];
  EACH out[i] = x[i] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
