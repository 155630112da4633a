// REFUSES: it is a bit-field
struct Packed {
  unsigned low : 12, high : 20;
};
__global__ void split(const Packed* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i].low;
}
int main() { split<<<4, 64>>>(nullptr, nullptr); }
