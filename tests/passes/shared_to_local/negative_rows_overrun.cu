// UNKNOWN: stays below 4
// Rows are left on purpose: with 4 elements a row, six of them end in the next but one.
__global__ void overrun(const int *in, int *out) {
  __shared__ int s[32][4];
  if (threadIdx.x % 2 == 0 && threadIdx.x < 30) {
    for (int e = 0; e < 6; ++e) s[threadIdx.x][e] = in[e];
    out[threadIdx.x] = s[threadIdx.x][in[0] & 3];
  }
}

void launch(const int *in, int *out) { overrun<<<1, 32>>>(in, out); }
