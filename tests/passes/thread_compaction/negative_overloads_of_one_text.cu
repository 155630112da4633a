// UNKNOWN: launches other kernels than `kernel` with the same text
__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + 1;
}
__global__ void kernel(const float* in, float* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] * 2;
}

template <class T>
void launch(const T* in, T* out) {
  kernel<<<8, 64>>>(in, out);
}

void both(int* a, float* b) {
  launch(a, a);
  launch(b, b);
}
