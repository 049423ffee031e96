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

