// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(double *sums, const double *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&sums[blockIdx.x], in[blockIdx.x * n + i]);
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(double));
  cudaMallocManaged(&out, 8 * sizeof(double));
  for (int i = 0; i < 1000; ++i) in[i] = (i % 91) * 0.25;
  for (int i = 0; i < 8; ++i) out[i] = i;
  sum<<<8, 50>>>(out, in, 125);
  return cudaDeviceSynchronize();
}
