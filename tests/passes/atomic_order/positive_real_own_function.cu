// SAMENESS: reassociating
// ALLOW: reassociation
namespace own {
__device__ float __fadd_rn(float a, float b) { return a - b; }

__global__ void sum(float *total, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
}
}  // namespace own

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 100 * sizeof(float));
  cudaMallocManaged(&out, sizeof(float));
  for (int i = 0; i < 100; ++i) in[i] = i * 0.25f;
  *out = 1;
  own::sum<<<2, 64>>>(out, in, 100);
  return cudaDeviceSynchronize();
}
