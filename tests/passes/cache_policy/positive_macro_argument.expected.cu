// SET: a[i]=cg
#define SQUARE(x) ((x) * (x))

__global__ void k(const float* a, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = SQUARE(i) + SQUARE(2) * (__ldcg(&a[i]));
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>(filled<float>(1024), filled<float>(1024));
  return cudaDeviceSynchronize();
}
