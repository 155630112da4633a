// One pass of a radix-2 Fourier transform after Stockham, as many passes as n has bits: a light thread (LWST) whose strides
// change from launch to launch.     fourier [n]     (default 1M points, 128 threads a block, n / 2 threads)
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void fourierPass(const float2* from, float2* to, int half, int stride) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= half) return;
  int k = i % stride;
  float2 a = from[i], b = from[i + half];
  float angle = -3.14159265358979f * k / stride;
  float c = __cosf(angle), s = __sinf(angle);
  float2 turned = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
  int at = (i - k) * 2 + k;
  to[at] = make_float2(a.x + turned.x, a.y + turned.y);
  to[at + stride] = make_float2(a.x - turned.x, a.y - turned.y);
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20, half = n / 2;
  float2 *from, *to;
  cudaMallocManaged(&from, n * sizeof(float2));
  cudaMallocManaged(&to, n * sizeof(float2));
  for (int i = 0; i < n; ++i) from[i] = make_float2(i == 1, 0);  // the transform of a shifted impulse turns round once
  for (int stride = 1; stride < n; stride *= 2) {
    fourierPass<<<(half + 127) / 128, 128>>>(from, to, half, stride);
    cudaDeviceSynchronize();
    float2* last = from;
    from = to;
    to = last;
  }
  for (int i = 0; i < n; ++i) {
    double angle = -2 * 3.14159265358979 * i / n;
    if (std::fabs(from[i].x - std::cos(angle)) > 1e-3 || std::fabs(from[i].y - std::sin(angle)) > 1e-3) {
      return std::printf("wrong at %d\n", i), 1;
    }
  }
  std::puts("right");
}
