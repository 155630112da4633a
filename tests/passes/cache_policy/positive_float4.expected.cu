// SET: points[i]=cg
__global__ void k(const float4* points, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = __ldcg(&points[i]);
  out[i] = p.x * p.y + p.z * p.w;
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>((float4 *)filled<float>(4096), filled<float>(1024));
  return cudaDeviceSynchronize();
}
