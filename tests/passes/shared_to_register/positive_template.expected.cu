template <int SIZE, typename T>
__global__ void scale(T *data, T factor) {
  T buffer;
  const int t = threadIdx.x;
  buffer = data[blockIdx.x * SIZE + t];
  __syncthreads();
  buffer = buffer * factor;
  data[blockIdx.x * SIZE + t] = buffer;
}

void launch(float *f, int *i) {
  scale<128, float><<<4, 128>>>(f, 2.0f);
  scale<64, int><<<4, 64>>>(i, 3);
}
