// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>
typedef float real;
namespace fine {
typedef double real;
struct Table {
  real values[4];
};
}  // namespace fine

__global__ void kernel(const int* in, const fine::Table* table, int* out) {
  const double table_value = table->values[blockIdx.x];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * 64 + thread_x;
    out[i] = (int)((in[i] + table_value) * 10);
  }
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  fine::Table* table = nullptr;
  cudaMallocManaged(&table, sizeof(fine::Table));
  for (int i = 0; i < 4; ++i) table->values[i] = 1000000.1 + i;
  kernel<<<4, 64 / 2>>>(in, table, out);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 1024; ++i) sum = sum * 31 + out[i];
  printf("%u\n", sum);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
