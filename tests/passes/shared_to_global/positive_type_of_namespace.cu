namespace marks {
struct Pair {
  int first, second;
};
template <class T, int N>
struct Row {
  T cells[N];
};

__global__ void mirrored(const int *in, int *out) {
  using Number = int;
  using Cells = Row<Pair, 2>;
  __shared__ Pair pairs[64];
  __shared__ Cells rows[64];
  __shared__ Number numbers[64];
  int t = threadIdx.x;
  pairs[t].first = in[t];
  pairs[t].second = t;
  rows[t].cells[0].first = in[t] + 1;
  rows[t].cells[1].second = t;
  numbers[t] = in[t] * 2;
  __syncthreads();
  out[blockIdx.x * 64 + t] = pairs[63 - t].first + pairs[t ^ 1].second + rows[63 - t].cells[0].first +
                             rows[t ^ 1].cells[1].second + numbers[63 - t];
}
}  // namespace marks

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  marks::mirrored<<<4, 64>>>(in, out);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
