// A diffusion step: four neighbours of each pixel by index arrays, with no tile in shared memory.
#include <cuda_runtime.h>

__global__ void diffuse(const float *image, const int *north, const int *south, const int *west, const int *east, int rows, int columns,
                        float *out, float *coefficient) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / columns, column = i % columns;
  if (row >= rows) return;
  float here = image[i];
  float n = image[north[row] * columns + column] - here;
  float s = image[south[row] * columns + column] - here;
  float w = image[row * columns + west[column]] - here;
  float e = image[row * columns + east[column]] - here;
  float gradient = (n * n + s * s + w * w + e * e) / (here * here + 1);
  coefficient[i] = 1 / (1 + gradient);
  out[i] = here + 0.25f * (n + s + w + e);
}

int main() {
  const int rows = 128, columns = 256, n = rows * columns;
  float *image, *out, *coefficient;
  int *north, *south, *west, *east;
  cudaMallocManaged(&image, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&coefficient, n * sizeof(float));
  cudaMallocManaged(&north, rows * sizeof(int));
  cudaMallocManaged(&south, rows * sizeof(int));
  cudaMallocManaged(&west, columns * sizeof(int));
  cudaMallocManaged(&east, columns * sizeof(int));
  for (int i = 0; i < n; ++i) image[i] = (i * 31) % 255;
  for (int r = 0; r < rows; ++r) {
    north[r] = r > 0 ? r - 1 : 0;
    south[r] = r < rows - 1 ? r + 1 : r;
  }
  for (int c = 0; c < columns; ++c) {
    west[c] = c > 0 ? c - 1 : 0;
    east[c] = c < columns - 1 ? c + 1 : c;
  }
  diffuse<<<n / 256, 256>>>(image, north, south, west, east, rows, columns, out, coefficient);
  return cudaDeviceSynchronize();
}
