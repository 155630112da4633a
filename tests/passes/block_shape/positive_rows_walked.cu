#include <cstdio>

__global__ void walk(const int* in, int* out) {
  __shared__ int row[8];
  const int thread = threadIdx.x;
  row[thread] = in[blockIdx.x * 8 + thread];
  __syncthreads();
  int sum = 0;
  for (const int* place = row; place != row + thread; ++place) sum += *place;
  out[blockIdx.x * 8 + thread] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 800 * sizeof(int));
  cudaMallocManaged(&out, 800 * sizeof(int));
  for (int i = 0; i < 800; ++i) in[i] = i * 37 % 101;
  walk<<<100, 8>>>(in, out);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 800; ++i) sum += out[i] * (1 + i % 5);
  printf("%d\n", sum);
}
