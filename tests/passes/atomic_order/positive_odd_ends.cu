__global__ void count(int *c, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 5) { return; }
  if (in[i] == 77)
  {
    atomicAdd(&c[5], 2);
    return;
  }
  if (float(in[i]) > 90.5f) return; /* far */ atomicAdd(&c[in[i] % 4u], 1);
  switch (in[i] & 3) {
    case 0: atomicAdd(&c[1], 1); break;
    case 1:
    case 2: atomicAdd(&c[2], 7);
    default:;
  }
  return;
}

int main() {
  int *in, *c;
  cudaMallocManaged(&in, 400);
  cudaMallocManaged(&c, 64);
  for (int i = 0; i < 100; ++i) in[i] = i;
  count<<<4, 32>>>(c, in, 100);
  return cudaDeviceSynchronize();
}
