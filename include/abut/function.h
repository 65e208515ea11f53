#pragma once

#include <abut/api.h>

#include <type_traits>
#include <utility>

namespace ABUT_API abut {

namespace detail {
/// Throws Error.
[[noreturn]] void report_empty_function();
}  // namespace detail

template <class Signature>
class Function;

/// A function to call back, or none: made from any callable, which it owns. Like std::function, whose header takes
/// longer to compile than all of abut's.
template <class Result, class... Arguments>
class Function<Result(Arguments...)> {
 public:
  Function() = default;
  /// Empty when the callable is an empty std::function or a null pointer.
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, Function> &&
           std::is_invocable_r_v<Result, std::decay_t<Callable>&, Arguments...>)
      Function(Callable&& callable) {  // NOLINT: a lambda is passed as it is
    using Owned = std::decay_t<Callable>;
    if constexpr (requires { callable == nullptr; })
      if (callable == nullptr) return;
    owned_ = new Owned(std::forward<Callable>(callable));
    call_ = [](void* owned, Arguments... arguments) -> Result {
      return static_cast<Result>((*static_cast<Owned*>(owned))(std::forward<Arguments>(arguments)...));
    };
    copy_ = [](const void* owned) -> void* { return new Owned(*static_cast<const Owned*>(owned)); };
    destroy_ = [](void* owned) { delete static_cast<Owned*>(owned); };
  }
  Function(const Function& other)
      : owned_(other.owned_ ? other.copy_(other.owned_) : nullptr),
        call_(other.call_),
        copy_(other.copy_),
        destroy_(other.destroy_) {}
  Function(Function&& other) noexcept { swap(other); }
  Function& operator=(Function other) noexcept {
    swap(other);
    return *this;
  }
  ~Function() {
    if (owned_) destroy_(owned_);
  }

  explicit operator bool() const { return owned_ != nullptr; }
  /// Error if empty.
  Result operator()(Arguments... arguments) const { return call_(owned_, std::forward<Arguments>(arguments)...); }

 private:
  void swap(Function& other) noexcept {
    std::swap(owned_, other.owned_);
    std::swap(call_, other.call_);
    std::swap(copy_, other.copy_);
    std::swap(destroy_, other.destroy_);
  }

  static Result call_nothing(void*, Arguments...) { detail::report_empty_function(); }

  void* owned_ = nullptr;
  Result (*call_)(void*, Arguments...) = call_nothing;
  void* (*copy_)(const void*) = nullptr;
  void (*destroy_)(void*) = nullptr;
};

}  // namespace abut
