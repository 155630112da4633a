// SET: c_factor=2 dimension=x memory=loads_first
#include <cstdio>

#define AT(array, i) array[i]
#define SMALLER(a, b) a < b
#define SQUARE(a) a* a
#define BOTH x + in[x], in[x] > 1
#define UNLESS(condition) if (!(condition))

struct Perhaps {
  int value;
  __device__ explicit operator bool() const { return value > 2; }
};

__device__ Perhaps perhaps(int value) { return Perhaps{value}; }

// What an `if` takes for an answer is kept as it is: behind a comma, of an object that says whether it is so. Macros are
// taken whole, not from one of their arguments to another; a condition that begins or ends in a macro stays where it is.
__global__ void answered(const int* in, int* out) {
  bool chosen[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    chosen[m] = static_cast<bool>(in[x], in[x + 1] > 3);
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (chosen[m]) out[x] += 5;
  }
  bool chosen_2[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    chosen_2[m] = static_cast<bool>(BOTH);
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (chosen_2[m]) out[x] += 7;
  }
  bool chosen_3[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    chosen_3[m] = static_cast<bool>(perhaps(in[x]));
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (chosen_3[m]) out[x] += in[x + 1];
  }
  bool chosen_4[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    chosen_4[m] = AT(in, x) > 1;
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (chosen_4[m]) out[x] -= in[x];
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (SMALLER(in[x], in[x + 1])) out[x] *= 2;
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (SQUARE(in[x])) out[x] += 1;
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    if (AT(in, x)) out[x] ^= in[x + 1];
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    UNLESS(in[x] > 1) out[x] += in[x];
  }
  int out_x[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    out_x[m] = SMALLER(out[x] + 1, in[x]) + in[x];
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    out[x] = out_x[m];
  }
  int out_x_2[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    out_x_2[m] = SQUARE(out[x]);
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    out[x] = out_x_2[m];
  }
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 33 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 33; ++i) in[i] = (i * 7 + 3) % 6;
  for (int i = 0; i < 32; ++i) out[i] = i;
  answered<<<1, 32 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d\n", out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
