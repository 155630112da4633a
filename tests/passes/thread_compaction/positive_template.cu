// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

template <typename T, int Size>
__global__ void reversed(const T* in, T* out) {
  __shared__ T s[Size];
  int t = threadIdx.x;
  T own = in[t] + in[blockIdx.x];
  s[t] = own;
  __syncthreads();
  out[t] = s[Size - 1 - t] - own;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 64;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  reversed<float, 64><<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%g\n", out[i]);
  reversed<float, 32><<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
