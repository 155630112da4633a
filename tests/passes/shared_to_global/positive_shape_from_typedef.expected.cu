typedef int Tile[8][8];

__global__ void turned(const int *in, int *out, int (*s_scratch)[8][8]) {
  int (&s)[8][8] = s_scratch[blockIdx.x];
  int t = threadIdx.x;
  s[t >> 3][t & 7] = in[t];
  __syncthreads();
  out[t] = s[t & 7][t >> 3];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  int n = 0;
  do {
    int (*s_scratch)[8][8] = nullptr;
    cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 1, 0);
    turned<<<1, 64>>>(in, out, s_scratch);
    cudaFreeAsync(s_scratch, 0);
  } while (++n < 3);
  return 0;
}
