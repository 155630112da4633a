// Each particle looks for its place in a cumulative sum: all threads walk from the start.
#include <cuda_runtime.h>

__global__ void findIndex(const double *x, const double *y, const double *sums, const double *wanted, double *newX, double *newY, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int index = n - 1;
  for (int k = 0; k < n; ++k) {
    if (sums[k] >= wanted[i]) {
      index = k;
      break;
    }
  }
  newX[i] = x[index];
  newY[i] = y[index];
}

int main() {
  const int n = 2048;
  double *arrays[6];
  for (double *&array : arrays) cudaMallocManaged(&array, n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    arrays[0][i] = i;
    arrays[1][i] = -i;
    arrays[2][i] = (i + 1) / double(n);
    arrays[3][i] = ((i * 7919) % n) / double(n);
  }
  findIndex<<<n / 128, 128>>>(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], n);
  return cudaDeviceSynchronize();
}
