The stages of the compiler.

$ cat > decay.mo <<'END'
> model decay
>   parameter Real k = 2;
>   Real x(start = 1);
> equation
>   der(x) = -k*x;
> end decay;
> END
$ saltus dump decay.mo --stage=tokens > a; head -5 a
1:1 keyword model
1:7 name decay
2:3 keyword parameter
2:13 name Real
2:18 name k

$ saltus dump decay.mo --stage=print
model decay
  parameter Real k = 2;
  Real x(start = 1);
equation
  der(x) = -k*x;
end decay;

$ saltus dump decay.mo --stage flat > a; saltus dump decay.mo > b; cmp a b; cat a
model decay
  parameter Real k = 2;
  state Real x(start = 1);
equation
  der(x) = -k*x;
end decay;

$ saltus dump decay.mo --stage=structure > a; head -3 a
decay: 1 state, 1 parameter
start
  k := 2;

$ saltus dump decay.mo --stage=c > a; grep -q 'model decay\|"decay"' a && echo C
C

$ saltus dump decay.mo --stage=ast > /dev/full
saltus: stdout could not be written: No space left on device
[1]

$ saltus dump inverters --set N=3 --stage=flat > a; head -5 a
model inverters
  structural parameter Integer N = 3 "inverters";
  parameter Real U = 5 "supply";
  parameter Real S = 100 "gain";
  parameter Real UT = 1 "threshold";
