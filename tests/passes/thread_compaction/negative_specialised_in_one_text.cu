// UNKNOWN: launches other kernels than `kernel` with the same text
template <class T>
__global__ void kernel(const T* in, T* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + 1;
}
template <>
__global__ void kernel<float>(const float* in, float* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] * 2;
}

template <class T>
void launch(const T* in, T* out) {
  kernel<T><<<8, 64>>>(in, out);
}

void both(int* a, float* b) {
  launch(a, a);
  launch(b, b);
}
