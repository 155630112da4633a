// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(double *total, const double *in, int n) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&total[1], in[i] * in[i]);
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 300 * sizeof(double));
  cudaMallocManaged(&out, 2 * sizeof(double));
  for (int i = 0; i < 300; ++i) in[i] = (i - 100) * 0.125;
  out[0] = out[1] = 3;
  sum<<<7, dim3(9, 5)>>>(out, in, 300);
  return cudaDeviceSynchronize();
}
