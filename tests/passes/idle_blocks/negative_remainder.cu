// REFUSES: looks at the size of its grid
// Refused; nothing is said of the other one.
__global__ void other(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= gridDim.x;
}

__global__ void scale(int* data, int sites) {
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  int site = id % 36;
  if (site < sites) {
    int part = id % 36;
    data[id] += site * part;
  }
}


int main(int argc, char** argv) {
  int* data;
  const int n = argc > 1 ? atoi(argv[1]) : 70;
  cudaMallocManaged(&data, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) data[i] = i;
  scale<<<n, 64>>>(data, n);
  other<<<n, 64>>>(data, n);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (long)data[i] * (1 + i % 7);
  printf("%ld\n", sum);
}
