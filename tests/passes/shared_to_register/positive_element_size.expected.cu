__global__ void sized(int *data) {
  int v;
  v = data[threadIdx.x];
  data[threadIdx.x] = v * (int)sizeof(v);
}

void launch(int *data) { sized<<<1, 32>>>(data); }
