// SAMENESS: reassociating
// ALLOW: reassociation
__global__ void weigh(float *weights, const unsigned *in, const float *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&weights[in[i] & 15], weight[i]);
}

int main() {
  unsigned *in;
  float *weight, *weights;
  cudaMallocManaged(&in, 500 * sizeof(unsigned));
  cudaMallocManaged(&weight, 500 * sizeof(float));
  cudaMallocManaged(&weights, 16 * sizeof(float));
  for (int i = 0; i < 500; ++i) in[i] = i * 2654435761u >> 8;
  for (int i = 0; i < 500; ++i) weight[i] = (i % 77) * 0.5f;
  for (int i = 0; i < 16; ++i) weights[i] = i;
  weigh<<<4, 128>>>(weights, in, weight, 500);
  return cudaDeviceSynchronize();
}
