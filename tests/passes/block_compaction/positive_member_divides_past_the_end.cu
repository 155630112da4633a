// SET: c_factor=2 dimension=x
#include <cstdio>

struct Share {
  int parts;
  __device__ int of(int whole) const { return whole / parts; }
};

// A member function divides by what was loaded: a block past the end does not.
__global__ void shares(const int* at, float* out) {
  __shared__ int s[32];
  Share share;
  share.parts = at[blockIdx.x * 32 + threadIdx.x];
  s[threadIdx.x] = share.of(1000);
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  int* at = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&at, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = (float)number(i + 7);
    at[i] = (i * 13 + 5) % 96 + 1;
  }
  shares<<<3, 32>>>(at, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
