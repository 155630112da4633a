// REFUSES: is volatile (line 3)
__global__ void watched(int *data) {
  __shared__ volatile int v[64];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x];
}

void launch(int *data) { watched<<<1, 64>>>(data); }
