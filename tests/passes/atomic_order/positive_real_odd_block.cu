// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(float *total, const float *in) {
  atomicAdd(total, in[threadIdx.x]);
  if (threadIdx.x % 3 == 0) atomicAdd(total, 2);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 70 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 70; ++i) in[i] = i + 1;
  *out = 0;
  sum<<<1, 70>>>(out, in);
  return cudaDeviceSynchronize();
}
