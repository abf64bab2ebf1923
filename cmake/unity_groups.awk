# SPDX-License-Identifier: Apache-2.0
# Prints "<group>;<file>" for each file given: at most `batch` files a group, and no two files of a group
# give the same name two meanings in an anonymous namespace, which sources compiled as one would share.
function name_on(line) {
  sub(/ final/, "", line)
  gsub(/::/, ".", line)
  sub(/[ ]*[({=[;:].*/, "", line)
  sub(/.*[^A-Za-z0-9_]/, "", line)
  return line
}
# Whether a group has a name of this file already. The same `using` twice is no clash.
function clashes(group,   n) {
  for (n in names)
    if ((group, n) in taken && (names[n] == "" || taken[group, n] != names[n])) return 1
  return 0
}
function place(file,   g, n) {
  for (g = 1; g <= groups; ++g)
    if (size[g] < batch && !clashes(g)) break
  if (g > groups) groups = g
  ++size[g]
  for (n in names) taken[g, n] = names[n]
  print g ";" file
  split("", names)
}
{ sub(/^(__extension__|\[\[[a-z_]+\]\]) /, "") }
FNR == 1 { if (file) place(file); file = FILENAME; anonymous = 0 }
/^namespace \{/ { anonymous = 1; next }
/^\}  \/\/ namespace$/ { anonymous = 0; next }
/^#define/ { n = $2; sub(/\(.*/, "", n); names[n] = ""; next }
/^using [A-Za-z0-9_]+ =/ { names[$2] = $0; next }
/^using [A-Za-z0-9_:]+;/ { n = $2; gsub(/.*:|;/, "", n); names[n] = $0; next }
/^[A-Za-z]/ && (anonymous || /^static /) && !/^(template|static_assert|TEST_CASE|SCENARIO|using)/ {
  n = name_on($0)
  if (n != "") names[n] = ""
}
END { if (file) place(file) }
