template <typename T>
__global__ void typed(int *out, T n, T width) {
  for (T i = threadIdx.x; i < n; i += 32) out[i] += (int)(i % width);
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  typed<int><<<1, 32>>>(out, 300, 7);
  typed<int><<<1, 32>>>(out, 300, 1);
  return cudaDeviceSynchronize();
}
