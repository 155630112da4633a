#include <cstdio>

__device__ void addWarp(volatile double* s, int t) {
  double v = s[t];
  v += s[t + 32]; __syncwarp();
  s[t] = v;       __syncwarp();
  v += s[t + 16]; __syncwarp();
  s[t] = v;       __syncwarp();
  v += s[t + 8];  __syncwarp();
  s[t] = v;       __syncwarp();
  v += s[t + 4];  __syncwarp();
  s[t] = v;       __syncwarp();
  v += s[t + 2];  __syncwarp();
  s[t] = v;       __syncwarp();
  v += s[t + 1];  __syncwarp();
  s[t] = v;
}

__global__ void sums(const double* in, double* out) {
  __shared__ double s[64];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) addWarp(s, t);
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t];
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(double));
  cudaMallocManaged(&out, 4096 * sizeof(double));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (double)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sums<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
