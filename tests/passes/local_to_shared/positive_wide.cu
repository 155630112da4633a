#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum[6];
  long long times[3] = {1, i};
  for (int k = 0; k < 6; ++k) sum[k] = k;
  for (int k = 0; k < 20; ++k) {
    sum[in[(i + k) % n] % 6] += 2.5;
    times[in[(i + k) % n] % 3] -= k;
  }
  double all = 0;
  for (int k = 0; k < 6; ++k) all += sum[k];
  out[i] = (int)all + times[0] - times[2];
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
