#pragma once

#include <abut/api.h>

#include <cstdint>
#include <utility>

// For abut's own types.
namespace ABUT_API abut {
namespace detail {

struct ABUT_PRIVATE SharedData;
void retain(SharedData* data);
void release(SharedData* data);

/// A number that was not given before, never 0.
std::uint64_t new_stamp();

/// Data that copies share; it is destroyed with the last of them. Only abut's sources know what it is.
template <class Data>
class Shared {
 public:
  Shared() = default;
  explicit Shared(Data* data) : data_(data), owned_(data) {}
  Shared(const Shared& other) : data_(other.data_), owned_(other.owned_) { retain(owned_); }
  Shared(Shared&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), owned_(std::exchange(other.owned_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(data_, other.data_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~Shared() { release(owned_); }

  Data& operator*() const { return *data_; }
  Data* operator->() const { return data_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  Data* data_ = nullptr;
  SharedData* owned_ = nullptr;  // the same: users do not know that Data is a SharedData
};

}  // namespace detail
}  // namespace abut
