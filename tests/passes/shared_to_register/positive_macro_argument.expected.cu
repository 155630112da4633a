#define LIMIT(x) ((x) > 100 ? 100 : (x))

__global__ void limit(int *data) {
  int v;
  v = data[threadIdx.x];
  data[threadIdx.x] = LIMIT(v);
}

void launch(int *data) { limit<<<1, 128>>>(data); }
