// REFUSES: uses `shade`, a name with two meanings here
__device__ int shade(int x) {
  return x + 1;
}
namespace other {
__device__ int shade(int x) {
  return x * 100;
}
}  // namespace other

__global__ void kernel(int* out) {
  int a = shade(threadIdx.x);
  out[blockIdx.x * 64 + threadIdx.x] = a;
  __syncthreads();
  {
    using other::shade;
    __syncthreads();
    out[1024 + blockIdx.x * 64 + threadIdx.x] = a + shade(1);
  }
}

void launch(int* out) {
  kernel<<<8, 64>>>(out);
}
