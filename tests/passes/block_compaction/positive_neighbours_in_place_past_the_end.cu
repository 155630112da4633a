// SET: c_factor=4 dimension=x assignment=blocked
#include <cstdio>

// A block past the end does what the last one does, which is the same block's: it loads what the same thread stores
// later. What was stored in global memory says nowhere where to load or how often. The condition stays where a round's
// number was loaded, and where shared memory is used that was set behind a condition.
__global__ void scan(float* out, const int* rounds) {
  __shared__ float s[32];
  __shared__ float t[32];
  __shared__ float u[32];
  __shared__ float v[32];
  const int x = threadIdx.x, i = blockIdx.x * 32 + x;
  s[x] = out[i];
  __syncthreads();
  t[x] = s[31 - x] * 0.5f;
  __syncthreads();
  out[i] = t[x] + s[x];
  u[x] = s[x] + 1;
  __syncthreads();
  s[x] = out[i ^ 1];
  __syncthreads();
  v[x] = s[x] * u[31 - x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < rounds[blockIdx.x]; ++k) sum += s[(x + k) % 32];
  out[i] = sum + t[x ^ 1] + v[31 - x];
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int blocks = 6, n = blocks * 32;
  float* out = nullptr;
  int* rounds = nullptr;
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&rounds, blocks * sizeof(int));
  for (int i = 0; i < n; ++i) out[i] = number(i);
  for (int i = 0; i < blocks; ++i) rounds[i] = 3 + i % 4;
  scan<<<blocks, 32>>>(out, rounds);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(out);
  cudaFree(rounds);
  return 0;
}
