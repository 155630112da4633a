#include <cstdio>

// Subscripts of one array differ by what the parameters are: with numbers, by constants.
__global__ void laplacian(int* out, const int* in, int /* width */, int height) {
  int width = 64;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[at] = in[at - 1] + in[at + 1] + in[at - width] + in[at + width];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = i % 37;
    out[i] = 0;
  }
  laplacian<<<dim3(4, 4), dim3(16, 16)>>>(out, in, 64, 64);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 4096; ++i) sum += out[i] * (i % 11);
  printf("%d\n", sum);
}
