#include <cstdio>

template <typename T, int N>
__global__ void sum(const T* in, T* out) {
  __shared__ T part[N];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * N + t];
  for (int s = N / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (t < s) part[t] += part[t + s];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<float, 256><<<4, 256>>>(in, out);
  sum<double, 64><<<4, 64>>>((double*)in, (double*)out + 8);
  sum<float, 96><<<4, 96>>>(in, out + 32);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
