template <class T, int N>
struct Tile {
  T cell[N];
};

__global__ void swapped(const int *in, int *out, Tile<int, 64> *s_scratch) {
  int t = threadIdx.x;
  Tile<int, 64> &s = s_scratch[blockIdx.x];
  s.cell[t] = in[t];
  __syncthreads();
  out[t] = s.cell[t ^ 1];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  Tile<int, 64> *s_scratch = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 1, 0);
  swapped<<<1, 64>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  return 0;
}
