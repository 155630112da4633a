// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

// Which instance of the kernel it is, the host's template settles.
template <class T>
__global__ void kernel(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}

template <class T>
void run() {
  T *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(T));
  cudaMallocManaged(&out, 1024 * sizeof(T));
  for (int i = 0; i < 1024; ++i) in[i] = (T)(i * 37 % 101);
  kernel<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 1024; ++i) printf("%g\n", (double)out[i]);
  cudaFree(in);
  cudaFree(out);
}

int main() {
  run<float>();
  run<double>();
  return 0;
}
