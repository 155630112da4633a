// REFUSES: no statement of a block
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  switch (n) {
    case 1: sum = 2;
    case 2: { }
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
    case 3:
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
  }
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
