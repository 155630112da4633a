// REFUSES: inside a macro
#define ELEMENT (x[i] + 1)
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += ELEMENT;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = ELEMENT - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
