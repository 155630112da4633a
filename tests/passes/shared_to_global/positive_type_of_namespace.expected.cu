namespace marks {
struct Pair {
  int first, second;
};
template <class T, int N>
struct Row {
  T cells[N];
};

__global__ void mirrored(const int *in, int *out, Pair (*pairs_scratch)[64], Row<Pair, 2> (*rows_scratch)[64], int (*numbers_scratch)[64]) {
  using Number = int;
  using Cells = Row<Pair, 2>;
  Pair (&pairs)[64] = pairs_scratch[blockIdx.x];
  Cells (&rows)[64] = rows_scratch[blockIdx.x];
  Number (&numbers)[64] = numbers_scratch[blockIdx.x];
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
  ::marks::Pair (*pairs_scratch)[64] = nullptr;
  cudaMallocAsync(&pairs_scratch, sizeof(*pairs_scratch) * 4, 0);
  ::marks::Row<::marks::Pair, 2> (*rows_scratch)[64] = nullptr;
  cudaMallocAsync(&rows_scratch, sizeof(*rows_scratch) * 4, 0);
  int (*numbers_scratch)[64] = nullptr;
  cudaMallocAsync(&numbers_scratch, sizeof(*numbers_scratch) * 4, 0);
  marks::mirrored<<<4, 64>>>(in, out, pairs_scratch, rows_scratch, numbers_scratch);
  cudaFreeAsync(numbers_scratch, 0);
  cudaFreeAsync(rows_scratch, 0);
  cudaFreeAsync(pairs_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
