// REFUSES: `kernel` is instantiated or specialised explicitly: each of them would need the parameter too
template <typename T>
__global__ void kernel(const T* in, T* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) out[i] = in[i] + 1;
}
template __global__ void kernel<float>(const float*, float*, int);

void launch(const int* in, int* out, int n) {
  kernel<<<(n + 63) / 64, 64>>>(in, out, n);
}
