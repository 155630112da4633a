// SAMENESS: reassociating
// ALLOW: reassociation
__device__ double energy[3];

__global__ void add(const double *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&energy[i % 3u], in[i]);
}

__global__ void copy(double *out) {
  if (threadIdx.x < 3) out[threadIdx.x] = energy[threadIdx.x];
}

int main() {
  double *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(double));
  cudaMallocManaged(&out, 3 * sizeof(double));
  for (int i = 0; i < 100; ++i) in[i] = i * 0.25;
  add<<<2, 64>>>(in, 100);
  copy<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
