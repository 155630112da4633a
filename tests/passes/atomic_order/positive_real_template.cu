// SAMENESS: reassociating
// ALLOW: reassociation
template <typename T>
__global__ void sum(T *total, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 100; ++i) in[i] = i * 0.25f;
  *out = 1;
  sum<<<2, 64>>>(out, in, 100);
  return cudaDeviceSynchronize();
}
