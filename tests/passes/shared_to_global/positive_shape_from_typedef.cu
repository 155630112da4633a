typedef int Tile[8][8];

__global__ void turned(const int *in, int *out) {
  __shared__ Tile s;
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
  do turned<<<1, 64>>>(in, out); while (++n < 3);
  return 0;
}
