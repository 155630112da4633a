#include <cstdio>

// The declaration in front keeps its name for the parameter.
__global__ void late(const float* in, float* out, int count);

extern "C" {
__global__ void other(float* out) { out[threadIdx.x] += 1; }
}

__global__ void late(const float* in, float* out, int /* n */) {
  int n = 12;
  float least = in[0];
  for (int i = 1; i < n; ++i) least = fminf(least, in[i * 3 + threadIdx.x]);
  out[threadIdx.x] = least;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  late<<<1, 32>>>(in, out, 12);
  other<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
