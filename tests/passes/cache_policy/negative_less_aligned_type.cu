// REFUSES: its type asks for less alignment
typedef int4 __attribute__((aligned(4))) Loose;
__global__ void take(const int* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Loose* four = reinterpret_cast<const Loose*>(from + i);
  Loose v = *four;
  to[i] = v.x + v.w;
}
int main() { take<<<4, 64>>>(nullptr, nullptr); }
