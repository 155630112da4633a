// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

struct Pair {
  float sum, product;
};

__global__ void pairs(const float4* in, float* out) {
  __shared__ float4 s[32];
  const int t = threadIdx.x;
  float4 own = in[t];
  Pair pair;
  pair.sum = own.x + own.y;
  pair.product = own.z * own.w;
  s[t] = own;
  __syncthreads();
  float4 other = s[31 - t];
  out[t] = pair.sum * other.x - pair.product * other.w;
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
  pairs<<<1, 32>>>(reinterpret_cast<float4*>(in), out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
