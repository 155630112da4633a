// REFUSES: has default arguments that another declaration gives
__device__ int place(int a, int b = 3);
__device__ int place(int a, int b) {
  return a * b + threadIdx.x;
}

__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[place(4)];
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
