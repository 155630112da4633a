#include <cstdio>

__global__ void sum(const long long* in, long long* out) {
  __shared__ long long part[96];
  const unsigned tid = threadIdx.x;
  part[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s != 0; s = s / 2) {
    if (tid < s) part[tid] -= part[tid + s];  // not all of them
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + tid] = part[tid];
}

int main() {
  long long *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(long long));
  cudaMallocManaged(&out, 4096 * sizeof(long long));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (long long)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 96>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
