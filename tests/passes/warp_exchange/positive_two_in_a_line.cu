#include <cstdio>

__global__ void sum(const int* in, int* out) {
  __shared__ int part[64], places[64];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 64 + t];
  places[t] = t;
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (t < s) { part[t] += part[t + s]; places[t] -= 2 * places[t + s]; }
    __syncthreads();
  }
  for (int s = 32; s > 0; s /= 2) {
    if (t < s) { const int other = part[t + s]; if (other > part[t]) part[t] = other; }
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = 3 * part[t] + places[t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
