// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

#define TX threadIdx.x
#define TY threadIdx.y
#define WIDTH (gridDim.x * blockDim.x)
#define ROW (blockIdx.y * blockDim.y + TY)
#define INDEX (ROW * WIDTH + blockIdx.x * blockDim.x + TX)

__global__ void mirror(const float* in, float* out) {
  const ::dim3 blockDim(::blockDim.x, ::blockDim.y * 4, ::blockDim.z);
  __shared__ float tile[8][8];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const ::uint3 threadIdx = {::threadIdx.x, ::threadIdx.y + m * ::blockDim.y, ::threadIdx.z};
    if (ROW == 3) out[INDEX] = 1;
    tile[TY][TX] = in[INDEX];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const ::uint3 threadIdx = {::threadIdx.x, ::threadIdx.y + m * ::blockDim.y, ::threadIdx.z};
    out[INDEX] += tile[blockDim.y - 1 - TY][TX] + threadIdx.y;
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
  mirror<<<dim3(1, 2), dim3(8, 8 / 4)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
