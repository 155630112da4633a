// UNKNOWN: an indirect call
struct Pair {
  int values[2];
  __device__ virtual int& at(int index) { return values[index]; }
};

// Another class may give something else.
__device__ void add(Pair& pair, int index) {
  pair.at(index) += 1;
}

__global__ void kernel(Pair* pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  add(pairs[i], 0);
}

void launch(Pair* pairs) {
  kernel<<<8, 64>>>(pairs);
}
