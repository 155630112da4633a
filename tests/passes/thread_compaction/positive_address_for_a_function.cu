// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

// A generator of numbers, as many programs have one.
__device__ unsigned draw(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 16;
}

__device__ void sortTwo(float* values, int first) {
  if (values[first] > values[first + 1]) {
    float kept = values[first];
    values[first] = values[first + 1];
    values[first + 1] = kept;
  }
}

__global__ void drawn(const float* in, float* out) {
  unsigned seed = threadIdx.x + 7;
  float values[4];
  for (int i = 0; i < 4; ++i) values[i] = in[(threadIdx.x + draw(&seed)) % 64];
  sortTwo(values, 0);
  sortTwo(&values[1], 1);
  __syncthreads();
  out[threadIdx.x] = values[0] + 2 * values[1] + 4 * values[2] + draw(&seed) % 5;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  drawn<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
