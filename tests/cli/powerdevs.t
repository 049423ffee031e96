saltus convert of PowerDEVS diagrams.

$ cp $ROOT/tests/data/pdm/*.pdm .; saltus convert stiff.pdm stiff.json && saltus check stiff.json
stiff.json: fine (diagram stiff: 6 blocks, 8 wires, 2 states)

$ saltus run stiff.json --stop 500 --quiet -o stiff.csv --interval 250 --vars x1,x2; cat stiff.csv
saltus: warning: the error of x2 is about 2.7, 137 times its tolerance, between t = 475 and 500; of 1 more it is above 10
    = hint: --accuracy 0.001 looks for a tolerance that is fine enough, or says that there is none
time,x1,x2
0,0,20
250,18.383637564591268,2.7859528851441104
500,20.173622738656448,-1.7710157681196805

$ saltus convert motor.pdm motor.json; saltus check motor.json
motor.pdm:63: note: 'PI Regler': two inports have one number; they are counted in the order of the file
motor.pdm:305: note: input 3 of 'WSum 0' has no line: it is 0
motor.json: fine (diagram motor: 6 blocks, 7 wires, 2 states)

$ saltus convert motor.pdm motor2.json --quiet; cmp motor.json motor2.json
$ saltus convert advection.pdm - | grep zero
    "zero": {"block": "constant", "value": 0}
    "zero -> Vector_WSum_0.u1[1]",
    "zero -> Vector_WSum_0.u3[2:end]",

$ saltus convert advection.pdm advection.json; saltus run advection.json --set N=10 --stop 2 --quiet -o a.csv --interval 1 --vars 'Vector_QSS_Int_0[1]'; cat a.csv
time,Vector_QSS_Int_0[1]
0,0
1,0.776915280410246
2,0.17331145685401206

$ saltus convert unknown.pdm unknown.json; ls unknown.json
unknown.pdm:21: error: block 'My Block' (mine/secret.h) is not known
    = hint: it is not of the library: write it as a model, secret.mo with its inputs and outputs, or in C (docs/powerdevs.md), convert with --partial, and put {"block": "model", "file": "secret.mo"} in its place
unknown.pdm:40: error: block 'Other 1' (mine/other.h) is not known
    = hint: it is not of the library: write it as a model, other.mo with its inputs and outputs, or in C (docs/powerdevs.md), convert with --partial, and put {"block": "model", "file": "other.mo"} in its place
unknown.pdm:74: error: 'r=grand(n,1)': 'grand(...)' has no counterpart in the model language
unknown.pdm:95: error: 'Method' of 'x' is '12%QSS%QSS2%QSS3%QSS4%BQSS%CQSS%LIQSS%LIQSS2%LIQSS3%', which is not converted
unknown.pdm:97: error: 'dqrel' of 'x': 'foo(...)' has no counterpart in the model language
unknown.pdm:118: error: parameter 'Sparkle' of 'Gain 0' is not known
    = hint: parameters are known by name, or by their places if there are 1: 'K'
unknown.pdm:130: error: there is no such end of a line: 'Cmp ;  9 ;  1 ; 0'
unknown.pdm:137: error: 'x' has no output 2, only 1
unknown.pdm:144: error: there is no such end of a line: 'Foo ; 1'
    = hint: nothing was written; --partial writes what could be converted
ls: cannot access 'unknown.json': No such file or directory
[2]

$ saltus convert unknown.pdm unknown.json --partial --quiet 2> said; echo $?; ls unknown.json; wc -l < said
3
unknown.json
12

$ saltus convert petri.pdm petri.json; ls petri.json
petri.pdm:21: error: block 'Waiting' (petri/place.h) is not known
    = hint: a net is wired differently here: convert with --partial and add blocks 'place' and 'transition' or 'timed_transition', with two wires for an arc to a transition ('tokens' to 'in', 'take' back to 'take') and one for an arc from it ('put' to 'put'); docs/powerdevs.md has an example
petri.pdm:40: error: block 'Serve' (petri/timed_transition.h) is not known
    = hint: a net is wired differently here: convert with --partial and add blocks 'place' and 'transition' or 'timed_transition', with two wires for an arc to a transition ('tokens' to 'in', 'take' back to 'take') and one for an arc from it ('put' to 'put'); docs/powerdevs.md has an example
    = hint: nothing was written; --partial writes what could be converted
ls: cannot access 'petri.json': No such file or directory
[2]

$ saltus convert petri.pdm petri.json --partial -q 2> /dev/null; saltus run petri.json --stop 1 -q --no-plot -o p.csv --interval 0.125; cat p.csv
time,Saw_0.y
0,-1
0.125,-0.5
0.25,0
0.375,0.5
0.5,-1
0.625,-0.5
0.75,0
0.875,0.5
1,-1

$ saltus convert stiff.pdm stiff.csv
saltus: a .pdm diagram becomes a .json file, not 'stiff.csv'
[2]

$ saltus convert nothing.pdm x.json
saltus: nothing.pdm: No such file or directory
[1]

$ saltus convert stiff.json x.pdm
saltus: 'x.pdm' does not end in .csv, .mat or .seg
[2]

$ echo hello > hello.pdm; saltus convert hello.pdm x.json
hello.pdm:1: error: this is not a model of PowerDEVS
    = hint: a .pdm file begins with 'Coupled'
[3]

$ saltus explain motor.json --svg motor.svg > /dev/null; grep -c '<path' motor.svg
20
