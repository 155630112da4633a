// SET: p->weight=cg
struct Item {
  float weight;
  int key;
};

__global__ void k(const Item* items, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Item* p = items + i;
  out[i] = __ldcg(&p->weight) * p->key;
}

template <typename T>
T *filled(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T((i * 7 + 3) % 64);
  return p;
}

int main() {
  k<<<4, 128>>>((Item *)filled<int>(2048), filled<float>(1024));
  return cudaDeviceSynchronize();
}
