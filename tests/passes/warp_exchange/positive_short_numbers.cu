#include <cstdio>

__global__ void sum(const short* in, short* out) {
  __shared__ short part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s && t + s < 200) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  short *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(short));
  cudaMallocManaged(&out, 4096 * sizeof(short));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (short)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
