# Read by cpack in a build with peers: its command is linked with libraries that no user needs.
message(FATAL_ERROR "This build compares abut with other libraries and makes no package: configure again with "
  "-DABUT_PEERS=OFF, and build.")
