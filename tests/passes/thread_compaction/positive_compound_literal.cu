// SET: c_factor=2
#include <cstdio>

// A structure that is written down as a literal of its type, and one of numbers of the thread.
struct Pair {
  int x, y;
};

__device__ Pair add(Pair a, Pair b) { return (Pair){a.x + b.x, a.y + b.y}; }

__global__ void shift(Pair* out, const Pair* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = add(in[i], (Pair){i, 1});
}

int main() {
  Pair *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(Pair));
  cudaMallocManaged(&out, 256 * sizeof(Pair));
  for (int i = 0; i < 256; ++i) in[i] = {i * 37 % 101, i};
  shift<<<4, 64>>>(out, in);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d %d %d\n", i, out[i].x, out[i].y);
}
