The script is sourced by a real bash, which completes the last word of the line.

$ cat > complete.sh <<'END'
> eval "$(saltus completion bash)"
> COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
> compopt() { :; }
> _saltus
> [ ${#COMPREPLY[@]} = 0 ] && echo "(nothing)"
> printf '%s\n' "${COMPREPLY[@]}" | sort -u
> END
$ bash complete.sh saltus r
run

$ bash complete.sh saltus ''
blocks
bound
cache
check
compare
completion
convert
dump
explain
export
help
man
measure
methods
models
plot
run
step
sweep
version

$ bash complete.sh saltus --
--help
--version

$ bash complete.sh saltus run --m
--marks
--max-cpu
--max-events
--max-instant
--max-order
--max-step
--measure
--method
--method-of

$ bash complete.sh saltus run --method l
liqss1
liqss1-2018
liqss2
liqss2-2013
liqss3
liqss4

$ bash complete.sh saltus run --method = m
mliqss1
mliqss2

$ bash complete.sh saltus run --method =
abm
auto
bqss
cqss
cvode
cvode-adams
dopri5
esdirk32
esdirk43
exact
ida
liqss1
liqss1-2018
liqss2
liqss2-2013
liqss3
liqss4
mliqss1
mliqss2
qss1
qss2
qss3
qss4
radau5
rk5
rliqss2
rodas4

$ bash complete.sh saltus run --method-of x = qss
qss1
qss2
qss3
qss4

$ bash complete.sh saltus compare buck --methods qss3,ml
qss3,mliqss1
qss3,mliqss2

$ bash complete.sh saltus run b
bball
bounce
buck
buckn
bumpercars

$ bash complete.sh saltus run bu
buck
buckn
bumpercars

$ mkdir folder; touch my.mo 'two words.mo' notes.txt picture.svg
$ bash complete.sh saltus run m
motor
my.mo

$ bash complete.sh saltus run tw
two words.mo

$ bash complete.sh saltus run fo
folder

$ bash complete.sh saltus run buck --plot p
picture.svg

$ bash complete.sh saltus run buck --stats ''
csv
json
json-all
table

$ bash complete.sh saltus run buck -o n
(nothing)


$ bash complete.sh saltus run buck mo
(nothing)


$ bash complete.sh saltus dump --stage = s
structure

$ bash complete.sh saltus help com
compare
completion

$ bash complete.sh saltus methods bq
bqss

$ bash complete.sh saltus nonsense x
(nothing)


$ bash -c 'eval "$(saltus completion)"; complete -p saltus'
complete -F _saltus saltus

$ saltus completion zsh > a; head -1 a; saltus completion fish | tail -1
#compdef saltus
complete -c saltus -f -a '(__saltus_complete)'
