// REFUSES: records launches as graphs
static __global__ void kernel(const int* in, int* out) {
  __shared__ int all[64];
  all[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = all[63 - threadIdx.x];
}

// Two graphs of one recording would share the memory that it allocates: the second one is not made.
void launch(const int* in, int* out, cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphExec_t first, second;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  kernel<<<8, 64, 0, stream>>>(in, out);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiateWithFlags(&first, graph, 0);
  cudaGraphInstantiateWithFlags(&second, graph, 0);
  cudaGraphLaunch(first, stream);
  cudaGraphLaunch(second, stream);
}
