#include <cstdio>

__global__ void largest(const float* in, float* out) {
  __shared__ float value[128];
  __shared__ int place[128];
  int t = threadIdx.x;
  value[t] = in[blockIdx.x * 128 + t];
  place[t] = t;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (s <= 32) {
      if (t < 32) {
        float value_own = value[t];
        int place_own = place[t];
        if (value[t + s] > value_own) {
          value_own = value[t + s];
          place_own = place[t + s] + 1000 * s;
        }
        for (decltype(s) lanes = 16; lanes > 0; lanes /= 2) {
          const float value_other = __shfl_down_sync(0xffffffff, value_own, lanes);
          const int place_other = __shfl_down_sync(0xffffffff, place_own, lanes);
          if (t < lanes) {
            if (value_other > value_own) {
              value_own = value_other;
              place_own = place_other + 1000 * lanes;
            }
          }
        }
        value[t] = value_own;
        place[t] = place_own;
      }
      __syncthreads();
      break;
    }
    if (t < s) {
      if (value[t + s] > value[t]) {
        value[t] = value[t + s];
        place[t] = place[t + s] + 1000 * s;
      }
    }
    __syncthreads();
  }
  if (t == 0) {
    out[2 * blockIdx.x] = value[0];
    out[2 * blockIdx.x + 1] = (float)place[0];
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  largest<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
