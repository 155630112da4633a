#include <cstdio>

__global__ void most(const int* in, int* out) {
  __shared__ int a[128], b[128];
  int i, j, k;
  i = threadIdx.x;
  a[i] = in[blockIdx.x * 128 + i];
  b[i] = -a[i];
  for (j = 64; j > 0; j /= 2) {
    __syncthreads();
    if (i < j) {
      k = i + j;
      a[i] = max(a[i], a[k]);
      b[i] = max(b[i], b[k]);
    }
  }
  i = i - 1;
  if (i + 1 == 0) out[blockIdx.x] = a[0] - b[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  most<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
