#include <cstdio>

struct Range {
  float low, high;
};

__global__ void ranges(const float* in, float* out) {
  __shared__ Range all[256];
  const int t = threadIdx.x;
  all[t].low = all[t].high = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (s <= 32) {
      if (t < 32) {
        for (; s > 0; s /= 2) {
          if (t < s) {
            all[t].low = fminf(all[t].low, all[t + s].low);
            all[t].high = fmaxf(all[t].high, all[t + s].high);
          }
          __syncwarp();
        }
      }
      __syncthreads();
      break;
    }
    if (t < s) {
      all[t].low = fminf(all[t].low, all[t + s].low);
      all[t].high = fmaxf(all[t].high, all[t + s].high);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = all[0].high - all[0].low;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  ranges<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
