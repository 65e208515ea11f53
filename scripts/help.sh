# Sourced by the scripts: for -h or --help, prints what the script says of itself in its first lines, and ends.
case "${1:-}" in
  -h | --help)
    sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//p}' "$0"
    exit 0 ;;
esac
