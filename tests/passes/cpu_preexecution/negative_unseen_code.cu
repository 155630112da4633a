// UNKNOWN: its code is not seen
__global__ void outside(int* a) {
  int* p = a + threadIdx.x;
  asm volatile("st.global.u32 [%0], 1;" ::"l"(p) : "memory");
}
int main() { outside<<<1, 32>>>(nullptr); }
