// REFUSES: its structure is packed
#pragma pack(push, 1)
struct Record {
  char kind;
  struct { int value[2]; } inner;
};
#pragma pack(pop)
__global__ void take(const Record* from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i].inner.value[1];
}
int main() { take<<<4, 64>>>(nullptr, nullptr); }
