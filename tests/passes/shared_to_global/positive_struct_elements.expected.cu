struct Body {
  float x, mass;
};

__global__ void pull(const float *in, float *out, int n, Body (*bodies_scratch)[32]) {
  Body (&bodies)[32] = bodies_scratch[blockIdx.x];
  bodies[threadIdx.x].x = in[threadIdx.x];
  bodies[threadIdx.x].mass = in[threadIdx.x + 32];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += bodies[i].mass * (bodies[i].x - in[threadIdx.x]);
  out[threadIdx.x] = sum;
}

int main() {
  static float host[256];
  for (int i = 0; i < 256; ++i) host[i] = (float)(i * 37 % 101);
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemcpy(in, host, 256 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(float));
  Body (*bodies_scratch)[32] = nullptr;
  cudaMallocAsync(&bodies_scratch, sizeof(*bodies_scratch) * 1, 0);
  pull<<<1, 32>>>(in, out, 32, bodies_scratch);
  cudaFreeAsync(bodies_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
