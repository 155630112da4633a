// UNKNOWN: the program may learn where
// Four rounds of all five take more than a thread's registers.
__global__ void norm(const double *a, const double *b, const double *c, const double *d, const double *e, double *out,
                     unsigned *place, int n) {
  __shared__ int own[3];
  if (threadIdx.x == 0) {
    own[0] = n;
    place[0] = (unsigned)(unsigned long long)&own[0] + own[0];
  }
  double most = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) most = fmax(most, a[i] + b[i] + c[i] + d[i] + e[i]);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = a[i] + b[i] + c[i] + d[i] + e[i] - most;
}

int main() {
  double *in[5], *out;
  unsigned *place;
  for (double *&one : in) cudaMalloc(&one, 1000 * sizeof(double));
  cudaMalloc(&out, 1000 * sizeof(double));
  cudaMalloc(&place, sizeof(unsigned));
  norm<<<1, 32>>>(in[0], in[1], in[2], in[3], in[4], out, place, 1000);
  return cudaDeviceSynchronize();
}
