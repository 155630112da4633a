// REFUSES: It is a template
template <int pitch>
__global__ void column(const float* a, float* b) {
  b[blockIdx.x * 64 + threadIdx.x] = a[(blockIdx.x * 64 + threadIdx.x) * pitch];
}
int main() { column<4><<<8, 64>>>(0, 0); }
