// REFUSES: gives a reference
struct View {
  int* begin;
  __device__ int& operator[](int index) { return begin[index]; }
};

// What the reference is to lies outside of the object.
__global__ void kernel(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  View view = {out};
  view[i] = i;
}

void launch(int* out) {
  kernel<<<8, 64>>>(out);
}
