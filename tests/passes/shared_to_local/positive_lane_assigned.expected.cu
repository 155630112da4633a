#define SIDE 16

// Two halves of the block have places of their own, which one variable holds.
__global__ void halves(const int *in, int *out, int n) {
  int row[SIDE];
  __shared__ int column[SIDE];
  int at;
  if (threadIdx.x < SIDE) {
    at = threadIdx.x;
    for (int i = 0; i < SIDE; ++i) row[i] = in[i * SIDE + at];
  } else {
    at = threadIdx.x - SIDE;
    column[at] = in[at];
  }
  __syncthreads();
  if (threadIdx.x < SIDE) {
    at = threadIdx.x;
    for (int i = 1; i < n; ++i) {
      for (int k = 0; k < i; ++k) row[i] += column[i] * row[k];
    }
    out[at] = row[n - 1];
  }
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  halves<<<1, 2 * SIDE>>>(in, out, SIDE);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
