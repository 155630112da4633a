// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

struct Pair {
  float low, high;
};

__global__ void lists(const float* in, float* out) {
  __shared__ float s[32];
  const float in_0 = in[0];
  float near[4][3] = {};
  int counts[4][4] = {};
  Pair pair[4];
  float start[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    near[m][0] = in[t];
    near[m][1] = in[t + 1];
    pair[m] = {in[t] - 1, in[t] + 1};
    start[m] = {in_0};
    s[t] = near[m][0] + near[m][1];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    near[m][2] = s[31 - t];
    counts[m][t % 4] += 1;
    pair[m].high += start[m] * t;
    start[m] += t;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    out[t] = near[m][0] + near[m][1] * near[m][2] + counts[m][1] + pair[m].low * pair[m].high + start[m];
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
  lists<<<1, 32 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
