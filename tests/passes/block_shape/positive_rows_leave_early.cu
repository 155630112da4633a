// SET: threads=256
#include <cstdio>

// Blocks leave before others wait, and wait as often as each of them says.
__global__ void walk(const float* in, float* out, const int* count, int n) {
  __shared__ float step[16];
  const int first = blockIdx.x * blockDim.x;
  if (first >= n) return;
  step[threadIdx.x] = in[first + threadIdx.x];
  const int rounds = count[blockIdx.x];
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    float next = step[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    step[threadIdx.x] = next + r;
  }
  out[first + threadIdx.x] = step[threadIdx.x];
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
  walk<<<63, 16>>>(in, out, count, 900);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
