__global__ void volume(int *out, int n, int width, int height) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const int x = i % width;
    const int y = (i / width) % height;
    const int z = i / width / height;
    out[i] += x + 100 * y + 10000 * z;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  for (int i = 0; i < 1000; ++i) out[i] = 0;
  for (int width = 1; width < 12; ++width) {
    for (int height = 1; height < 8; ++height) volume<<<3, 32>>>(out, 1000, width, height);
  }
  volume<<<3, 32>>>(out, 1000, 7, -2);
  return cudaDeviceSynchronize();
}
