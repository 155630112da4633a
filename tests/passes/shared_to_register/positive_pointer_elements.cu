__global__ void rowsOf(float *data, float *out, int cols) {
  __shared__ float *row[64];
  row[threadIdx.x] = data + threadIdx.x * cols;
  out[threadIdx.x] = row[threadIdx.x][0] + row[threadIdx.x][cols - 1];
}

void launch(float *data, float *out) { rowsOf<<<1, 64>>>(data, out, 32); }
