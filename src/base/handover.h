#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace abut {

/// Tells ThreadSanitizer what oneTBB, which is not instrumented, guarantees: tasks see what was written before they
/// were begun, and who waits for them sees what they wrote. To live from before the tasks are begun until they are
/// done, with a Task inside each of them. Nothing in other builds.
class Handover {
 public:
  Handover() { give(to_tasks_); }
  ~Handover() { take(from_tasks_); }
  Handover(const Handover&) = delete;
  Handover& operator=(const Handover&) = delete;

  class Task {
   public:
    Task() { take(to_tasks_); }
    ~Task() { give(from_tasks_); }
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
  };

 private:
  // Their addresses are all that counts; an object's own could not be known without reading what is handed over.
  static inline char to_tasks_ = 0, from_tasks_ = 0;

#if defined(__SANITIZE_THREAD__)
  static void give(char& what) { __tsan_release(&what); }
  static void take(char& what) { __tsan_acquire(&what); }
#else
  static void give(char&) {}
  static void take(char&) {}
#endif
};

}  // namespace abut
