struct Body {
  float x, y;
  int kind;
};

__global__ void meet(float* c, const Body* bodies, const float2* points, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float most = 0;
  for (int j = 0; j < n; ++j) {
    const Body other = bodies[j];
    most = fmaxf(most, other.x + points[j].y);
    if (other.kind == 3) most += points[j].x;
  }
  c[i] = most;
}

int main() {
  float *c, *a, *b;
  cudaMallocManaged(&c, 8192 * sizeof(float));
  cudaMallocManaged(&a, 8192 * sizeof(float));
  cudaMallocManaged(&b, 8192 * sizeof(float));
  for (int i = 0; i < 8192; ++i) {
    c[i] = 0;
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
  }
  meet<<<3, 64>>>(c, (const Body*)a, (const float2*)b, 170);
  return cudaDeviceSynchronize();
}
