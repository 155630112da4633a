#include <cstdio>

__global__ void sum(const double* in, double* out, int from) {
  __shared__ double part[128];
  unsigned int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  for (int s = from; 0 < s; s /= 2) {
    __syncthreads();
    if (s > t) part[t] = part[t] + part[s + t];
  }
  if (t == 0) out[blockIdx.x] = part[t];
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(double));
  cudaMallocManaged(&out, 4096 * sizeof(double));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (double)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 128>>>(in, out, 64);
  cudaDeviceSynchronize();
  sum<<<2, 128>>>(in, out + 4, 11);
  cudaDeviceSynchronize();
  sum<<<2, 128>>>(in, out + 8, 0);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
