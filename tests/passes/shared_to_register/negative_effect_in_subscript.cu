// REFUSES: does something else inside the subscript
__global__ void counts(int *data) {
  __shared__ int v[64];
  int calls = 0;
  v[(calls++, threadIdx.x)] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] + calls;
}

void launch(int *data) { counts<<<1, 64>>>(data); }
