// REFUSES: `blockDim` is the name of something else in `kernel`
namespace tiles {
struct Extent {
  unsigned x, y;
};
__constant__ Extent blockDim = {64, 1};

__global__ void kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] + 1;
}
}  // namespace tiles

void launch(const int* in, int* out) {
  tiles::kernel<<<8, 64>>>(in, out);
}
