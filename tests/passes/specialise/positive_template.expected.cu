#include <cstdio>

// Each instantiation is launched with the same number, and the type of the parameter depends on none.
template <typename T>
__global__ void gather(const T* in, T* out, int /* stride */) {
  int stride = 17;
  T best = in[threadIdx.x];
  for (int i = 0; i < 4; ++i) {
    T other = in[threadIdx.x + i * stride];
    best = other > best ? other : best;
  }
  out[threadIdx.x] = best;
}
__global__ void narrow(const float* in, int* out) { out[threadIdx.x] = (int)in[threadIdx.x]; }

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i % 37);
    out[i] = 0;
  }
  int *a, *b;
  cudaMallocManaged(&a, 4096 * sizeof(int));
  cudaMallocManaged(&b, 4096 * sizeof(int));
  narrow<<<1, 512>>>(in, a);
  gather<<<1, 64>>>(a, b, 17);
  gather<<<1, 64>>>(in, out, 17);
  cudaDeviceSynchronize();
  printf("%d\n", b[5]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
