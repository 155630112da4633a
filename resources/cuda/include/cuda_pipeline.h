// As in a toolkit: the primitives, and cuda::pipeline.
#ifndef WARPWRIGHT_PUBLIC_CUDA_PIPELINE_H
#define WARPWRIGHT_PUBLIC_CUDA_PIPELINE_H
#include <cuda_pipeline_primitives.h>
#include <warpwright/async.h>
#endif
