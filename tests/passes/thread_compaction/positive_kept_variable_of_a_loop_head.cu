// SET: c_factor=2 dimension=x
#include <cstdio>

// What stays in the head keeps its value in the body, too, where `own` is computed again.
__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0, step = 1, own = lane; i < rounds; i += step, step *= 2) {
    s[lane] = in[own + i];
    __syncthreads();
    sum += s[31 - lane] * in[i];
    __syncthreads();
  }
  out[blockIdx.x * 32 + lane] = sum;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  sums<<<3, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
