// abut-step-reader FILE DEFLECTION: the program that io/step.cpp runs to read a STEP file. It answers on its standard
// output, then each request on its standard input (io/step_stream.h), and ends with 0 with that, whatever it thinks of
// the file. OpenCASCADE crashes on some damaged files: then this program does, and nothing else.

#include "io/step_stream.h"
#include "io/text.h"
#include "step_parts.h"
#include <abut/error.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <Standard_Failure.hxx>
#include <sys/prctl.h>

namespace {

/// What `make` gives, or what went wrong.
template <class Make>
abut::StepAnswer answer_of(const Make& make) {
  abut::StepAnswer answer;
  try {
    answer.parts = make();
  } catch (const Standard_Failure& failure) {
    answer.flaw = "is a damaged STEP file: OpenCASCADE says " + abut::in_quotes(failure.GetMessageString()) + ".";
  } catch (const std::bad_alloc&) {
    answer.flaw = "needs more memory than a sound file of its size. Is it damaged?";
  } catch (const std::exception& error) {
    answer.flaw = error.what();
  }
  if (!answer.flaw.empty()) answer.parts = {};
  return answer;
}

void write(const abut::StepAnswer& answer, std::FILE* to) {
  abut::write_answer(answer, [to](std::span<const std::byte> bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), to) != bytes.size()) std::_Exit(2);
  });
  if (std::fflush(to) != 0) std::_Exit(2);
}

}  // namespace

int main(int count, char** words) {
  // Not to outlive the one who asked.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (count != 3) {
    std::fputs("abut-step-reader is run by abut to read STEP files; it has no other use.\n", stderr);
    return 2;
  }
  Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_PrinterOStream));
  // OpenCASCADE may print where the answer goes.
  std::FILE* const to = ::fdopen(::dup(STDOUT_FILENO), "wb");
  if (!to || !std::freopen("/dev/null", "w", stdout)) return 2;
  std::optional<abut::StepParts> parts;
  const abut::StepAnswer first = answer_of([&] {
    parts.emplace(words[1], abut::StepOptions{.deflection = std::strtod(words[2], nullptr)});
    return parts->read();
  });
  write(first, to);
  abut::StepRequest request;
  while (first.flaw.empty() && std::fread(&request, sizeof request, 1, stdin) == 1)
    write(answer_of([&] { return parts->remesh(request); }), to);
  // Without OpenCASCADE's goodbyes: after a damaged file they are not to be trusted.
  std::_Exit(0);
}
