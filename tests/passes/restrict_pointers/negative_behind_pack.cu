// UNKNOWN: `a` is any number of parameters
template <class... A>
__global__ void each(A... a, unsigned *table, const unsigned *y, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = 0;
    for (int k = 0; k < 8; ++k) {
      sum += table[i * 8 + k] * y[k];
      table[i * 8 + (k + 1) % 8] = sum;
    }
    out[i] = sum;
  }
}

void launch(unsigned *table, const unsigned *y, int n) { each<<<4, 256>>>(table, y, table, n); }
