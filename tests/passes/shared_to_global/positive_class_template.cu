template <class T, int N>
struct Tile {
  T cell[N];
};

__global__ void swapped(const int *in, int *out) {
  int t = threadIdx.x;
  __shared__ Tile<int, 64> s;
  s.cell[t] = in[t];
  __syncthreads();
  out[t] = s.cell[t ^ 1];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  swapped<<<1, 64>>>(in, out);
  return 0;
}
