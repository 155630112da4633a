// SET: c_factor=4 dimension=z assignment=blocked
#include <cstdio>

__global__ void layers(const float* in, float* out) {
  const float in_threadIdx_x = in[threadIdx.x];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_z = blockIdx.z * 4 + m;
    int at = (block_z * gridDim.y + blockIdx.y) * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x;
    out[at] = in[at] + in_threadIdx_x * (gridDim.z * 4);
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
  layers<<<dim3(2, 2, 4 / 4), 8>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
