#include "views/editor/cuda_lexer.h"

#include <Qsci/qsciscintilla.h>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr const char* keywordSet =
    "alignas alignof asm break case catch class concept const consteval constexpr constinit const_cast continue "
    "co_await co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern false final "
    "for friend goto if inline mutable namespace new noexcept nullptr operator override private protected public "
    "register reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename union using virtual volatile while";

constexpr const char* typeSet =
    "auto bool char char1 char2 char3 char4 char8_t char16_t char32_t clock_t cudaError_t cudaEvent_t cudaStream_t "
    "dim3 double double1 double2 double3 double4 float float1 float2 float3 float4 half half2 __half __half2 "
    "__nv_bfloat16 int int1 int2 int3 int4 int8_t int16_t int32_t int64_t intptr_t long long1 long2 long3 long4 "
    "longlong1 longlong2 longlong3 longlong4 ptrdiff_t short short1 short2 short3 short4 signed size_t ssize_t "
    "time_t uchar1 uchar2 uchar3 uchar4 uint uint1 uint2 uint3 uint4 uint8_t uint16_t uint32_t uint64_t uintptr_t "
    "ulong1 ulong2 ulong3 ulong4 ulonglong1 ulonglong2 ulonglong3 ulonglong4 unsigned ushort ushort1 ushort2 ushort3 "
    "ushort4 void wchar_t";

constexpr const char* cudaSet =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __forceinline__ __noinline__ "
    "__launch_bounds__ __grid_constant__ __align__ __ldg __ldcg __ldca __ldcs __ldlu __ldcv __stcg __stcs __stwb "
    "__stwt threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncthreads_count __syncthreads_and "
    "__syncthreads_or __syncwarp __threadfence __threadfence_block __threadfence_system __shfl_sync __shfl_up_sync "
    "__shfl_down_sync __shfl_xor_sync __ballot_sync __all_sync __any_sync __activemask __match_any_sync "
    "__match_all_sync __reduce_add_sync __reduce_max_sync __reduce_min_sync __popc __popcll __clz __clzll __ffs "
    "__ffsll __brev __brevll __byte_perm __funnelshift_l __funnelshift_r __mul24 __umul24 __mulhi __umulhi __sad "
    "__usad __fdividef __expf __logf __log2f __log10f __powf __sinf __cosf __tanf __sincosf __saturatef __fmaf_rn "
    "__fadd_rn __fmul_rn __float_as_int __int_as_float __float2int_rn __int2float_rn atomicAdd atomicSub atomicExch "
    "atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd atomicOr atomicXor clock clock64 min max rsqrtf "
    "tex1D tex1Dfetch tex2D tex3D __trap __nanosleep __assume __builtin_assume __unroll__";

}  // namespace

CudaLexer::CudaLexer(const Theme& theme, QObject* parent) : QsciLexerCPP(parent), theme_(theme) {
  setFoldComments(false);
  setFoldPreprocessor(false);
  setFoldAtElse(false);
  setHighlightEscapeSequences(false);
  restyle();
}

const char* CudaLexer::keywords(int set) const {
  if (set == 1) return keywordSet;
  if (set == 2) return typeSet;
  if (set == 4) return cudaSet;
  return nullptr;
}

QColor CudaLexer::defaultColor(int style) const {
  if (style >= InactiveDefault && style <= InactiveEscapeSequence) return theme_.color("muted");
  switch (style) {
    case Comment:
    case CommentLine:
    case CommentDoc:
    case CommentLineDoc:
    case CommentDocKeyword:
    case CommentDocKeywordError:
    case PreProcessorComment:
    case PreProcessorCommentLineDoc:
    case TaskMarker:
      return theme_.color("syntax-comment");
    case Keyword:
      return theme_.color("syntax-keyword");
    case KeywordSet2:
      return theme_.color("syntax-type");
    case GlobalClass:
      return theme_.color("syntax-cuda");
    case Number:
    case UserLiteral:
      return theme_.color("syntax-number");
    case DoubleQuotedString:
    case SingleQuotedString:
    case RawString:
    case UnclosedString:
    case EscapeSequence:
      return theme_.color("syntax-string");
    case PreProcessor:
      return theme_.color("syntax-preprocessor");
    default:
      return theme_.color("text");
  }
}

QColor CudaLexer::defaultPaper(int) const {
  return theme_.color("surface");
}

QFont CudaLexer::defaultFont(int) const {
  return theme_.codeFont();
}

bool CudaLexer::defaultEolFill(int) const {
  return false;
}

void CudaLexer::restyle() {
  setDefaultColor(theme_.color("text"));
  setDefaultPaper(theme_.color("surface"));
  setDefaultFont(theme_.codeFont());
  for (int style = 0; style <= InactiveEscapeSequence; ++style) {
    if (description(style).isEmpty()) continue;
    setColor(defaultColor(style), style);
    setPaper(defaultPaper(style), style);
    setFont(defaultFont(style), style);
    setEolFill(false, style);
  }
}

}  // namespace warpwright::views
