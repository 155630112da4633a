#include <utility>

__global__ void scale(int *out, const int *__restrict__ in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[threadIdx.x + k];
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, Arguments... arguments) {
  kernel<<<1, 64>>>(arguments...);
}

int main() {
  int *out;
  int *in;
  cudaMallocManaged(&out, 4096 * sizeof(int));
  cudaMallocManaged(&in, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (int)(i % 13);
    in[i] = (int)(i * 37 % 101);
  }
  launch(scale, out, in, 9);
  return cudaDeviceSynchronize();
}
