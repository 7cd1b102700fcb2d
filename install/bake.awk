# Makes a header of one interface out of one of all: awk -v profile=default|reef|pacific -f bake.awk HEADER
#
# Conditions on CRUSH_ABI_* are decided and vanish. Everything else stays as it is.

BEGIN {
  interface["default"] = "Ceph 19 and 20"
  interface["reef"] = "Ceph 17 and 18"
  interface["pacific"] = "Ceph up to 16"
  if (!(profile in interface)) die("no profile " profile)
  truth["CRUSH_ABI_REEF"] = profile == "reef"
  truth["CRUSH_ABI_PACIFIC"] = profile == "pacific"
}

function die(why) { failed = 1; print "bake.awk: " why > "/dev/stderr"; exit 1 }

# The value of a condition over defined(CRUSH_ABI_*), with !, &&, || and parentheses.
function decided(text,  name) {
  for (name in truth) gsub("defined\\(" name "\\)", truth[name], text)
  gsub(/ /, "", text)
  while (gsub(/\([01]\)/, "<&>", text) || gsub(/!0/, "1", text) || gsub(/!1/, "0", text) ||
         gsub(/1&&1/, "1", text) || gsub(/[01]&&[01]/, "0", text) ||
         gsub(/0\|\|0/, "0", text) || gsub(/[01]\|\|[01]/, "1", text)) gsub(/<\(|\)>/, "", text)
  if (text !~ /^[01]$/) die(FILENAME ":" FNR ": cannot decide " $0)
  return text + 0
}

# What types.h, which all others include, says about the interface.
function declare_interface(  count, names, i) {
  print "/* Installed headers have one interface, here that of " interface[profile] ". */"
  count = split("CRUSH_ABI_PACIFIC CRUSH_ABI_REEF", names, " ")
  for (i = 1; i <= count; i++)
    if (truth[names[i]]) print "#ifndef " names[i] "\n#define " names[i] "\n#endif"
    else print "#ifdef " names[i] "\n#error \"" names[i] ", but these headers are of " interface[profile] "\"\n#endif"
  print ""
  blank = 1
}

function hidden(  level) {
  for (level = 1; level <= depth; level++) if (ours[level] && !shown[level]) return 1
  return 0
}

/^#if .*&& defined\(CRUSH_ABI_REEF\)/ { declare_interface(); ours[++depth] = 1; shown[depth] = 0; next }
/^ *#if/ {
  ours[++depth] = /CRUSH_ABI_/
  if (ours[depth]) {
    shown[depth] = decided(substr($0, index($0, "#if") + 3))
    next
  }
}
/^ *#el/ && ours[depth] {
  if (!/^ *#else/) die(FILENAME ":" FNR ": only #else is understood")
  shown[depth] = !shown[depth]
  next
}
/^ *#endif/ {
  depth--
  if (ours[depth + 1]) next
}
!hidden() {
  # What was between two hidden parts leaves one empty line.
  if ($0 == "" && blank) next
  blank = $0 == ""
  print
}

END { if (!failed && depth) die(FILENAME ": #if without #endif") }
