__device__ unsigned bins[10];
__device__ int total;
__global__ void count(const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&bins[in[i] % 10u], 1u);
  atomicAdd(&total, in[i]);
}
__global__ void show(int *out) {
  if (threadIdx.x < 10) out[threadIdx.x] = bins[threadIdx.x];
  if (threadIdx.x == 10) out[10] = total;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  count<<<4, 256>>>(in, 1000);
  show<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
