#include <abut/error.h>
#include <abut/function.h>

namespace abut::detail {

void report_empty_function() { throw Error("a function to call back is empty: pass one that can be called"); }

}  // namespace abut::detail
