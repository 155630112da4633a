#include <cstdio>

// Each row of blocks has rounds of its own.
__global__ void rows(short* out, const short* in, int columns, int pitch) {
  for (long long first = 8 * static_cast<long long>(blockIdx.x * blockDim.x + threadIdx.x), count = static_cast<int>(columns);
       first < count; first += 8 * static_cast<long long>(gridDim.x * blockDim.x)) {
    // 8 neighbours, whose elements are moved as vectors where all of them are there
    struct alignas(16) { short of[8]; } out_value, in_value;
    short* out_value_at = nullptr;
    const short* in_value_at = nullptr;
    {
      int i = static_cast<int>(first);
      out_value_at = &out[i + (int)blockIdx.y * pitch];
      in_value_at = &in[i + (int)blockIdx.y * pitch];
    }
    bool whole = count - first >= 8;
    whole = whole && reinterpret_cast<unsigned long long>(out_value_at) % 16 == 0;
    whole = whole && reinterpret_cast<unsigned long long>(in_value_at) % 16 == 0;
    if (whole) {
      in_value = *reinterpret_cast<const decltype(in_value)*>(in_value_at);
    }
    #pragma unroll
    for (unsigned m = 0; m < 8; ++m) {
      if (!whole && first + m >= count) break;
      int i = static_cast<int>(first + m);
      if (!whole) in_value.of[m] = in[i + (int)blockIdx.y * pitch];
      short best = in_value.of[m];
      for (int k = 0; k < 3; ++k) {
        if (k == 2) continue;
        best = in[(i + k * 5) % columns] > best ? in[(i + k * 5) % columns] : best;
      }
      out_value.of[m] = best;
      if (!whole) out[i + (int)blockIdx.y * pitch] = out_value.of[m];
    }
    if (whole) {
      *reinterpret_cast<decltype(out_value)*>(out_value_at) = out_value;
    }
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
  rows<<<dim3(3, 4), 64>>>((short*)a, (short*)b, 1001, 1024);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
