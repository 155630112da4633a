template <int Size, typename T>
__global__ void scale(T *data) {
  __shared__ T buffer[Size][2];
  int t = threadIdx.x;
  buffer[t][0] = data[t];
  if (Size > 32) buffer[t][1] = data[t] * 2;
  if (sizeof(buffer) / sizeof(buffer[0][0]) > 1) data[t] = buffer[t][0];
}

template <typename T>
__global__ void never(T *data) { data[threadIdx.x] = 0; }

void run(float *f, double *d) {
  scale<32, float><<<1, 32>>>(f);
  scale<64><<<2, 64>>>(d);
}
