// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(float *total, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(total, in[i]);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(float));
  cudaMallocManaged(&out, 4 * sizeof(float));
  for (int i = 0; i < 1000; ++i) in[i] = ((i * 7919) % 503 - 100) * 0.25f;
  for (int i = 0; i < 4; ++i) out[i] = i * 0.5f;
  sum<<<2, 128>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
