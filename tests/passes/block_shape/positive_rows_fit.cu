// SET: threads=64
#include <cstdio>

// Eight rows have less than 48 KiB, sixteen have more.
__global__ void wide(const float* in, float* out) {
  __shared__ float kept[1024];
  for (int k = threadIdx.x; k < 1024; k += 8) kept[k] = in[(blockIdx.x + k) % 4096];
  __syncthreads();
  out[blockIdx.x * 8 + threadIdx.x] = kept[(threadIdx.x * 111 + 5) % 1024];
}

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  wide<<<50, 8>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
