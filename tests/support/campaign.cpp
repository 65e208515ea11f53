#include "support/campaign.h"

#include <cstdio>
#include <fstream>

namespace abut {

bool tell(const std::string& report, const CampaignOptions& options, const char* campaign) {
  std::fputs(report.c_str(), stdout);
  if (options.out.empty()) return true;
  std::ofstream file(options.out);
  if ((file << report).flush()) return true;
  std::fprintf(stderr, "%s: cannot write %s\n", campaign, options.out.c_str());
  return false;
}

}  // namespace abut
