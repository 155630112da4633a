__global__ void reverse(const float* a, float* b) {
  __shared__ float tile[256];
  tile[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  b[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
}
void launch() { reverse<<<1 << 16, 256>>>(0, 0); }
