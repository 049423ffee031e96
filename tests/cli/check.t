A model that is fine has one line on stderr; errors have their places, and exit status 3.

$ saltus check buck
.../models/buck/buck.mo: fine (model buck: 2 states, 3 discretes, 5 outputs, 1 guard, 1 clock)

$ saltus check buck --quiet
$ saltus check $ROOT/models/buck/buck.mo
.../models/buck/buck.mo: fine (model buck: 2 states, 3 discretes, 5 outputs, 1 guard, 1 clock)

$ cp $ROOT/models/buck/buck.mo . && saltus check buck.mo
buck.mo: fine (model buck: 2 states, 3 discretes, 5 outputs, 1 guard, 1 clock)

$ saltus check inverters --set N=20
.../models/inverters/inverters.mo: fine (model inverters: 20 states, 44 discretes, 1 output, 40 guards, 4 clocks)

$ saltus check buck --set R=5
.../models/buck/buck.mo: fine (model buck: 2 states, 3 discretes, 5 outputs, 1 guard, 1 clock)

$ saltus check buck --set r=5
saltus: --set: model buck has no parameter 'r'
    = hint: did you mean 'R'?
[2]

$ saltus check buck --set Volt=5
saltus: --set: model buck has no parameter 'Volt'
[2]

$ saltus check bukc
saltus: there is no model 'bukc', neither as a file nor in the gallery
    = hint: did you mean 'buck'? 'saltus models' lists the gallery
[2]

$ saltus check bukc.mo
saltus: there is no file 'bukc.mo'
    = hint: did you mean 'buck'? 'saltus models' lists the gallery
[2]

$ saltus check some/where/bounce.mo
saltus: there is no file 'some/where/bounce.mo'
    = hint: did you mean 'bounce'? 'saltus models' lists the gallery
[2]

$ saltus check nothing_like_it
saltus: there is no model 'nothing_like_it', neither as a file nor in the gallery
    = hint: 'saltus models' lists the gallery
[2]

$ SALTUS_MODELS=/nowhere saltus check buck
saltus: there is no model 'buck', neither as a file nor in the gallery
    = hint: there is no gallery at '/nowhere', either, which is what SALTUS_MODELS says
[2]

$ mkdir folder && saltus check folder
saltus: 'folder' is a folder without a model of that name
    = hint: name the .mo file in it
[2]

$ cat > wrong.mo <<'END'
> model wrong
>   Real x(start = 1);
>   parameter Real drag = 0.1;
> equation
>   der(x) = -dragg*x;
> end wrong;
> END
$ saltus check wrong.mo
wrong.mo:5:13: error: unknown name 'dragg'
    5 |   der(x) = -dragg*x;
      |             ^^^^^
      = hint: did you mean 'drag' (parameter, line 3)?
[3]

$ saltus dump wrong.mo --stage=c
wrong.mo:5:13: error: unknown name 'dragg'
    5 |   der(x) = -dragg*x;
      |             ^^^^^
      = hint: did you mean 'drag' (parameter, line 3)?
[3]

$ printf 'model a end b;' > end.mo; saltus check end.mo
end.mo:1:13: error: expected 'end a', found 'end b'
    1 | model a end b;
      |             ^
      = hint: 'model a' begins in line 1
[3]

$ : > empty.mo; saltus check empty.mo
error: there is no model in empty.mo
[3]

$ cat > two.mo <<'END'
> model one
>   Real x(start = 1);
> equation
>   der(x) = -x;
> end one;
> model two
>   Real x(start = 1), y(start = 0);
> equation
>   der(x) = -y;
>   der(y) = x;
> end two;
> END
$ saltus check two.mo
two.mo: fine (model two: 2 states)

$ saltus check two.mo --class one
two.mo: fine (model one: 1 state)

$ saltus check two.mo --class three
error: there is no model 'three'
      = hint: there is 'two'
[3]

$ saltus check buck --library $ROOT/tests/data/packages:nowhere
saltus: --library: there is no folder 'nowhere'
[2]

$ saltus check buck --library $ROOT/tests/data/packages --library $ROOT/tests/data
.../models/buck/buck.mo: fine (model buck: 2 states, 3 discretes, 5 outputs, 1 guard, 1 clock)

$ printf 'model M\n  Right.Parts.Resistor r;\n  Real x = Right.half + r.R;\nend M;\n' > m.mo && saltus check m.mo --library $ROOT/tests/data/packages
m.mo: fine (model M: 1 output)

$ saltus check m.mo
m.mo:2:3: error: unknown class 'Right'
    2 |   Right.Parts.Resistor r;
      |   ^^^^^
      = hint: a package of that name was looked for in .../models/lib
m.mo:3:12: error: unknown name 'Right'
    3 |   Real x = Right.half + r.R;
      |            ^^^^^
[3]

$ SALTUS_PATH=$ROOT/tests/data/packages saltus check m.mo --class Right.Parts.Own
m.mo: fine (model Own: nothing that changes)

$ saltus check $ROOT/tests/data/packages/Right/Parts/Own.mo
.../tests/data/packages/Right/Parts/Own.mo: fine (model Own: nothing that changes)

$ saltus check $ROOT/tests/data/packages/Wrong/Elsewhere.mo
.../tests/data/packages/Wrong/Elsewhere.mo: fine (model Elsewhere: nothing that changes)

$ printf 'model M\n  Wrong.NoWithin r;\n  Wrong.Name n;\nend M;\n' > m.mo && saltus check m.mo --library $ROOT/tests/data/packages
.../tests/data/packages/Wrong/NoWithin.mo:1:1: error: 'within Wrong;' is missing
    1 | model NoWithin
      | ^
      = hint: for where it lies, its first line must be: within Wrong;
      = hint: needed for 'Wrong.NoWithin', m.mo:2
.../tests/data/packages/Wrong/Name.mo:2:7: error: the class must be called 'Name', as its file is
    2 | model Other
      |       ^^^^^
      = hint: it was read from .../tests/data/packages/Wrong/Name.mo
      = hint: needed for 'Wrong.Name', m.mo:3
[3]
