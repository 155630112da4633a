// REFUSES: has specialisations, which would have to say the same
template <class T>
__global__ void scale(T *out, const T *in, const int *first, int n) {
  out[threadIdx.x] = in[threadIdx.x];
}

template <>
__global__ void scale<int>(int *out, const int *in, const int *first, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k];
}

int main() {
  int *out;
  int *in;
  int *first;
  cudaMallocManaged(&out, 4096 * sizeof(int));
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&first, 256 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    out[i] = (int)(i % 13);
    in[i] = (int)(i * 37 % 101);
  }
  for (int i = 0; i < 256; ++i) first[i] = i * 5 % 7;
  scale<<<1, 64>>>(out, in, first, 9);
  return cudaDeviceSynchronize();
}
