// REFUSES: its instances would need different changes
template <class T>
__global__ void norm(const T *x, T *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void launch(float *x, float *out, double *y, int n) {
  norm<<<1, 128>>>(x, out, n);
  norm<<<1, 128>>>(y, y + n, n);
}
