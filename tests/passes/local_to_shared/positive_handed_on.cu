#include <cstdio>

__device__ bool isFree(const signed char *row, int r) {
  for (int i = 0; i < r; ++i) {
    if (row[i] == row[r] || row[i] == row[r] - (r - i) || row[i] == row[r] + (r - i)) return false;
  }
  return true;
}

__global__ void count(const unsigned char *in, int *out, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  const int size = 4 + in[t] % 3;
  signed char row[8];
  int depth = 0, found = 0;
  row[0] = -1;
  while (depth >= 0) {
    if (++row[depth] == size) {
      --depth;
    } else if (isFree(row, depth)) {
      if (depth + 1 == size)
        ++found;
      else
        row[++depth] = -1;
    }
  }
  out[t] = found;
}

int main() {
  const int n = 1000;
  unsigned char *in;
  int *out;
  cudaMallocManaged(&in, n);
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 13;
  count<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  double all = 0;
  for (int i = 0; i < n; ++i) all = all * 0.75 + out[i];
  printf("%.17g\n", all);
  return 0;
}
