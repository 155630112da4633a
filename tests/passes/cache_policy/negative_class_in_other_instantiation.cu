// REFUSES: another instantiation reads no global memory there
struct Twice {
  const int* values;
  __device__ int operator[](int i) const { return 2 * values[i]; }
};
template <class Values>
__global__ void take(Values from, int* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}
int main() {
  const int* values = nullptr;
  take<<<4, 64>>>(values, static_cast<int*>(nullptr));
  take<<<4, 64>>>(Twice{values}, static_cast<int*>(nullptr));
}
