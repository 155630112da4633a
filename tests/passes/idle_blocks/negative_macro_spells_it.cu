// REFUSES: The launch stays
#define RUN(n) scale<<<n, 64>>>
__global__ void scale(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}


int main(int argc, char** argv) {
  int* data;
  const int n = argc > 1 ? atoi(argv[1]) : 70;
  cudaMallocManaged(&data, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) data[i] = i;
  RUN(n)(data, n);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (long)data[i] * (1 + i % 7);
  printf("%ld\n", sum);
}
