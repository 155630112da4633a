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
  const int x = threadIdx.x;
  if (in[x], in[x + 1] > 3) out[x] += 5;
  if (BOTH) out[x] += 7;
  if (perhaps(in[x])) out[x] += in[x + 1];
  if (AT(in, x) > 1) out[x] -= in[x];
  if (SMALLER(in[x], in[x + 1])) out[x] *= 2;
  if (SQUARE(in[x])) out[x] += 1;
  if (AT(in, x)) out[x] ^= in[x + 1];
  UNLESS(in[x] > 1) out[x] += in[x];
  out[x] = SMALLER(out[x] + 1, in[x]) + in[x];
  out[x] = SQUARE(out[x]);
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 33 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 33; ++i) in[i] = (i * 7 + 3) % 6;
  for (int i = 0; i < 32; ++i) out[i] = i;
  answered<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%d\n", out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
