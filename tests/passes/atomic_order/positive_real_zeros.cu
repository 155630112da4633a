// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void sum(float *total, const float *in, int n) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(&total[2], in[i]);
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 4 * sizeof(float));
  for (int i = 0; i < 64; ++i) in[i] = i == 9 ? 0.0f : -0.0f;
  for (int i = 0; i < 4; ++i) out[i] = -0.0f;
  sum<<<1, 64>>>(out, in, 64);
  return cudaDeviceSynchronize();
}
