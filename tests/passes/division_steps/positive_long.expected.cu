__global__ void scatter(int *out, size_t n, size_t rows) {
  const size_t id_first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int id_step = blockDim.x * gridDim.x;
  const bool id_stepped = id_first < n && rows > 0 && n <= 18446744073709551615ULL - id_step;
  size_t id_remainder = id_stepped ? id_first % rows : 0;
  size_t id_quotient = id_stepped ? id_first / rows : 0;
  const size_t id_remainder_step = id_stepped ? id_step % rows : 0;
  const size_t id_remainder_wrap = id_stepped ? rows - id_remainder_step : 1;
  const size_t id_quotient_step = id_stepped ? id_step / rows : 0;
  for (size_t id = id_first; id < n; id += blockDim.x * gridDim.x) {
    out[(id_stepped ? id_remainder : id % rows) + (id_stepped ? id_quotient : id / rows) * rows] += (int)((id_stepped ? id_quotient : id / rows));
    if (id_stepped) {
      const bool id_remainder_over = id_remainder >= id_remainder_wrap;
      id_remainder = id_remainder_over ? id_remainder - id_remainder_wrap : id_remainder + id_remainder_step;
      id_quotient += id_quotient_step + id_remainder_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 700 * sizeof(int));
  for (int i = 0; i < 700; ++i) out[i] = 0;
  for (size_t rows = 1; rows < 30; ++rows) scatter<<<2, 32>>>(out, 700, rows);
  scatter<<<2, 32>>>(out, 700, size_t(1) << 40);
  return cudaDeviceSynchronize();
}
