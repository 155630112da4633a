// Prices of European options after Black and Scholes: a light thread (LWST) with three loads, two stores and much arithmetic
// between them, none of which an address needs; fast functions, as in the sample of NVIDIA's SDK.     black_scholes [options]     (default 1M, 128 threads a block)
#include <cmath>
#include <cstdio>
#include <cstdlib>

__device__ float cumulativeNormal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float sum = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.39894228f * __expf(-0.5f * d * d) * sum;
  return d > 0 ? 1.0f - tail : tail;
}

__global__ void blackScholes(float* call, float* put, const float* price, const float* strike, const float* years,
                             float rate, float volatility, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i];
  float root = sqrtf(t);
  float d1 = (__logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  float d2 = d1 - volatility * root;
  float n1 = cumulativeNormal(d1), n2 = cumulativeNormal(d2);
  float discount = __expf(-rate * t);
  call[i] = s * n1 - x * discount * n2;
  put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  float* memory;
  cudaMallocManaged(&memory, 5 * n * sizeof(float));
  float *call = memory, *put = call + n, *price = put + n, *strike = price + n, *years = strike + n;
  for (int i = 0; i < n; ++i) price[i] = 5 + i % 25, strike[i] = 1 + i % 99, years[i] = 0.25f + i % 10;
  blackScholes<<<(n + 127) / 128, 128>>>(call, put, price, strike, years, 0.02f, 0.3f, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {  // put-call parity
    float parity = call[i] - put[i] - price[i] + strike[i] * std::exp(-0.02f * years[i]);
    if (!(std::fabs(parity) < 1e-2f)) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
