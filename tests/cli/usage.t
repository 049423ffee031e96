Mistakes on the command line: what was wrong, what may have been meant, where to read on. Exit status 2.

$ saltus
Saltus simulates continuous and hybrid systems by quantized-state methods.

    saltus run buck    a first simulation: curves, and what they cost
    saltus run my.mo   a model of your own
    saltus help run    all about a command

Usage: saltus COMMAND ...

Commands
  run         simulate a model: its curves, and what they cost
  compare     run methods and tolerances side by side, with their errors
  sweep       many runs of one model over ranges of its parameters
  bound       the global error bound of each method, from the linearized model
  step        step through a diagram, forward and back
  explain     what the compiler understood, and which method to try
  check       look for errors without running
  dump        show a stage of the compiler
  export      make an FMU of a model, for other simulators
  methods     list the methods, or describe one
  models      list the gallery of models, or describe one
  blocks      list the blocks of diagrams, or describe one
  plot        draw result files
  measure     numbers of a result file: means, ripple, times, harmonics
  convert     turn results, diagrams or netlists into another format
  cache       show or clear the cache of compiled models
  version     print the version
  help        this overview, or the help of a command
  completion  print a script that completes words with the Tab key
  man         print a manual page, as input of man
[2]

$ saltus rum
saltus: there is no command 'rum'
    = hint: did you mean 'run'? 'saltus help' lists them all
[2]

$ saltus frobnicate
saltus: there is no command 'frobnicate'
    = hint: 'saltus help' lists them all
[2]

$ saltus buck
saltus: 'buck' is a model, not a command
    = hint: to simulate it: saltus run buck
[2]

$ saltus ./my.mo
saltus: './my.mo' is a model, not a command
    = hint: to simulate it: saltus run ./my.mo
[2]

$ saltus --frob
saltus: a command comes first, not the option '--frob'
    = hint: for example: saltus run buck; 'saltus help' lists the commands
[2]

$ saltus -x run buck
saltus: a command comes first, not the option '-x'
    = hint: for example: saltus run buck; 'saltus help' lists the commands
[2]

$ saltus run
saltus: run which model?
    = hint: for example: saltus run buck; 'saltus models' lists the gallery
[2]

$ saltus run ''
saltus: '' is not the name of a model
    = hint: for example: buck or my.mo
[2]

$ saltus plot
saltus: something is missing: usage is 'saltus plot FILE...'
    = hint: 'saltus plot --help' shows the options
[2]

$ saltus convert a.seg
saltus: something is missing: usage is 'saltus convert IN OUT'
    = hint: 'saltus convert --help' shows the options
[2]

$ saltus run buck motor
saltus: 'motor' is one too many: usage is 'saltus run MODEL'
    = hint: 'saltus run --help' shows the options
[2]

$ saltus version now
saltus: 'version' takes no operand, but there is 'now'
    = hint: 'saltus version --help' shows the options
[2]

$ saltus run buck --metod qss3
saltus: 'run' has no option '--metod'
    = hint: did you mean '--method'? 'saltus run --help' shows all options
[2]

$ saltus run buck -metod qss3
saltus: 'run' has no option '-metod'
    = hint: did you mean '--method'? 'saltus run --help' shows all options
[2]

$ saltus run buck --meth qss3
saltus: 'run' has no option '--meth'
    = hint: did you mean '--method'? 'saltus run --help' shows all options
[2]

$ saltus run buck --xyzzy
saltus: 'run' has no option '--xyzzy'
    = hint: 'saltus run --help' shows the options
[2]

$ saltus run buck -x
saltus: 'run' has no option '-x'
    = hint: 'saltus run --help' shows the options
[2]

$ saltus run buck -qx
saltus: 'run' has no option '-qx'
    = hint: 'saltus run --help' shows the options
[2]

$ saltus run buck -qq

$ saltus check buck --stop 1
saltus: 'check' has no option '--stop'
    = hint: 'run' has it; 'saltus check --help' shows those of 'check'
[2]

$ saltus run buck --method liqs2
saltus: --method: there is no method 'liqs2'
    = hint: did you mean 'liqss2'? 'saltus methods' lists them all
[2]

$ saltus run buck --method=MLIQSS2
saltus: --method: there is no method 'MLIQSS2'
    = hint: did you mean 'mliqss2'? 'saltus methods' lists them all
[2]

$ saltus run buck --method nothing-like-it
saltus: --method: there is no method 'nothing-like-it'
    = hint: 'saltus methods' lists them all
[2]

$ saltus run buck --method
saltus: --method needs a value: --method METHOD
[2]

$ saltus run buck --method --tol 1e-3
saltus: --method needs a value: --method METHOD
[2]

$ saltus run buck --quiet=yes
saltus: --quiet takes no value, but there is 'yes'
[2]

$ saltus run buck --stop soon
saltus: --stop: 'soon' is not a number
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --stop 1,5
saltus: --stop: '1,5' is not a number
    = hint: write a point, not a comma: 1.5
[2]

$ saltus run buck --stop ''
saltus: --stop: '' is not a number
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --stop 1s
saltus: --stop: '1s' is not a number
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --stop inf
saltus: --stop: 'inf' is not a number
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --stop nan
saltus: --stop: 'nan' is not a number
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --interval 0
saltus: --interval: '0' is not a number greater than 0
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ saltus run buck --max-events 1.5
saltus: --max-events: '1.5' is not a whole number
    = hint: for example: 0, 20 or 1e6
[2]

$ saltus run buck --tol 1e-3,0
saltus: --tol: '1e-3,0' is not REL or REL,ABS with ABS greater than 0
    = hint: for example: 1e-3 or 1e-3,1e-6
[2]

$ saltus run buck --tol tight
saltus: --tol: 'tight' is not REL or REL,ABS with ABS greater than 0
    = hint: for example: 1e-3 or 1e-3,1e-6
[2]

$ saltus run buck --set R
saltus: --set: 'R' is not NAME=VALUE with a number
    = hint: for example: R=5, L=47u, k[2]=1e-3 or on=true
[2]

$ saltus run buck --set R=
saltus: --set: 'R=' is not NAME=VALUE with a number
    = hint: for example: R=5, L=47u, k[2]=1e-3 or on=true
[2]

$ saltus run buck --set =5
saltus: --set: '=5' is not NAME=VALUE with a number
    = hint: for example: R=5, L=47u, k[2]=1e-3 or on=true
[2]

$ saltus run buck --set R=five
saltus: --set: 'R=five' is not NAME=VALUE with a number
    = hint: for example: R=5, L=47u, k[2]=1e-3 or on=true
[2]

$ saltus run buck --quantum VC=0
saltus: --quantum: 'VC=0' is not STATE=REL or STATE=REL,ABS with ABS greater than 0
    = hint: for example: VC=1e-4 or 'x[*]=1e-3,1e-6'
[2]

$ saltus run buck --method-of VC
saltus: --method-of: 'VC' is not STATE=METHOD
    = hint: for example: VC=qss3 or 'x[*]=liqss2'
[2]

$ saltus run buck --method-of VC=qqs3
saltus: --method-of: there is no method 'qqs3'
    = hint: did you mean 'qss3'? 'saltus methods' lists them all
[2]

$ saltus run buck --output result
saltus: --output: 'result' does not end in .csv, .mat or .seg
    = hint: the ending says which format it is
[2]

$ saltus run buck --output result.txt
saltus: --output: 'result.txt' does not end in .csv, .mat or .seg
    = hint: the ending says which format it is
[2]

$ saltus run buck --plot=plot.eps
saltus: --plot: 'plot.eps' does not end in .svg, .png or .pdf
    = hint: the ending says which format it is
[2]

$ saltus run buck --plot plot.eps
saltus: 'plot.eps' is one too many: usage is 'saltus run MODEL'
    = hint: --plot takes a file that ends in .svg, .png or .pdf
[2]

$ saltus run buck --stats=jsn
saltus: --stats: 'jsn' is not one of table, json, json-all or csv
    = hint: did you mean 'json'?
[2]

$ saltus run buck --stats jsn
saltus: 'jsn' is one too many: usage is 'saltus run MODEL'
    = hint: --stats takes one of table, json, json-all or csv
[2]

$ saltus run buck --progress=bars
saltus: --progress: 'bars' is not one of auto, bar, json or off
    = hint: did you mean 'bar'?
[2]

$ saltus run buck --vars a,,b
saltus: --vars: '' is not a name
    = hint: for example: x
[2]

$ saltus sweep buck --set R=1:0:2
saltus: --set: 'R=1:0:2' is not NAME=START:STEP:STOP, NAME=V1,V2,... or NAME=VALUE
    = hint: for example: R=1:0.5:10, R=1,2,5 or R=3
[2]

$ saltus sweep buck --set R=2:1:1
saltus: --set: 'R=2:1:1' is not NAME=START:STEP:STOP, NAME=V1,V2,... or NAME=VALUE
    = hint: for example: R=1:0.5:10, R=1,2,5 or R=3
[2]

$ saltus sweep buck --set R=1,x
saltus: --set: 'R=1,x' is not NAME=START:STEP:STOP, NAME=V1,V2,... or NAME=VALUE
    = hint: for example: R=1:0.5:10, R=1,2,5 or R=3
[2]

$ saltus sweep buck --shard 3/2
saltus: --shard: '3/2' is not K/N with 1 <= K <= N
    = hint: for example: 1/4
[2]

$ saltus dump buck --stage=asm
saltus: --stage: 'asm' is not one of tokens, ast, print, parts, inst, flat, structure or c
    = hint: did you mean 'ast'?
[2]

$ saltus help rum
saltus: there is no command 'rum'
    = hint: did you mean 'run'? 'saltus help' lists them all
[2]

$ saltus completion tcsh
saltus: 'tcsh' is not one of bash, zsh or fish
[2]

$ saltus methods liqss22
saltus: there is no method 'liqss22'
    = hint: did you mean 'liqss2'? 'saltus methods' lists them all
[2]

$ saltus run buck --set R=1:2:3
saltus: --set: 'R=1:2:3' is not NAME=VALUE with a number
    = hint: one value at a time; 'saltus sweep' runs through ranges
[2]

$ TERM=xterm script -qec 'saltus rum' /dev/null | cat -v
^[[1;31msaltus: ^[[0mthere is no command 'rum'^M
^[[36m    = hint: ^[[0mdid you mean 'run'? 'saltus help' lists them all^M

$ NO_COLOR=1 TERM=xterm script -qec 'saltus rum' /dev/null | cat -v
saltus: there is no command 'rum'^M
    = hint: did you mean 'run'? 'saltus help' lists them all^M

$ TERM=xterm saltus rum 2>&1 | cat -v
saltus: there is no command 'rum'
    = hint: did you mean 'run'? 'saltus help' lists them all
