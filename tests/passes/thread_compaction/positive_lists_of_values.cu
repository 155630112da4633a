// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

struct Pair {
  float low, high;
};

__global__ void lists(const float* in, float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  float near[3] = {in[t], in[t + 1], 0};
  int counts[4] = {0};
  Pair pair = {in[t] - 1, in[t] + 1};
  float start{in[0]};
  s[t] = near[0] + near[1];
  __syncthreads();
  near[2] = s[31 - t];
  counts[t % 4] += 1;
  pair.high += start * t;
  start += t;
  __syncthreads();
  out[t] = near[0] + near[1] * near[2] + counts[1] + pair.low * pair.high + start;
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
  lists<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
