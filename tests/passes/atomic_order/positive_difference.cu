// Conversions are made before numbers are added.
__global__ void sum(int *total, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(total, in[i]);
    if (in[i] < 0) atomicSub(total, 3);
  }
}

int main() {
  float *in;
  int *total;
  cudaMallocManaged(&in, 1000 * sizeof(float));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = i * 0.75f - 300;
  sum<<<1, 64>>>(total, in, 1000);
  return cudaDeviceSynchronize();
}
