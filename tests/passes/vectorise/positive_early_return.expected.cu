#include <cstdio>

__global__ void steps(float* out, const float* in, int begin, int end, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } out_tid, in_tid;
  float* out_tid_at = nullptr;
  const float* in_tid_at = nullptr;
  bool whole = first + 4 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    const int tid = static_cast<unsigned int>(first + m);
    const int last = end - begin;
    if (tid >= last) {
      whole = false;
      break;
    }
    if (m == 0) {
      out_tid_at = &out[tid];
      in_tid_at = &in[tid];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_tid_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(in_tid_at) % 16 == 0;
  if (whole) {
    in_tid = *reinterpret_cast<const decltype(in_tid)*>(in_tid_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (!whole && first + m >= threads) break;
    const int tid = static_cast<unsigned int>(first + m);
    const int last = end - begin;
    // Nothing is left for these.
    if (tid >= last) {
      continue;
    }

    // The work.
    if (!whole) in_tid.of[m] = in[tid];
    const float x = in_tid.of[m];
    const float y = x * x;
    out_tid.of[m] = y > 100 ? 100 : y;
    if (!whole) out[tid] = out_tid.of[m];
  }
  if (whole) {
    *reinterpret_cast<decltype(out_tid)*>(out_tid_at) = out_tid;
  }
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  steps<<<(5 + 3) / 4, 96>>>(a, b, 3, 470, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
