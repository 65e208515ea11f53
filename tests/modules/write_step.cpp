// write_step FILE: the assembly that tests of the command damage.

#include "modules/step_files.h"

int main(int, char** words) { abut::write_assembly(words[1]); }
