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

int main() {
  k<<<4, 128>>>(nullptr, nullptr);
  return 0;
}
