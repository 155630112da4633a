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
  float values[2][4];
  unsigned seed[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    seed[m] = thread_x + 7;
    for (int i = 0; i < 4; ++i) values[m][i] = in[(thread_x + draw(&seed[m])) % 64];
    sortTwo(values[m], 0);
    sortTwo(&values[m][1], 1);
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    out[thread_x] = values[m][0] + 2 * values[m][1] + 4 * values[m][2] + draw(&seed[m]) % 5;
  }
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
  drawn<<<1, 64 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
