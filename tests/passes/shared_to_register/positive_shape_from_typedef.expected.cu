typedef int Row[64];

__global__ void typed(int *data) {
  int v;
  v = data[threadIdx.x];
  data[threadIdx.x] = v + 1;
}

void launch(int *data) { typed<<<1, 64>>>(data); }
