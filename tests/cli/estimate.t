How far a run is from the solution, and what it needs to come nearer. The first model is an averaged converter with a weakly damped loop:
at the default tolerance it shows a multiple of its true oscillation.

$ cat > boost.mo <<'EOF'
> model BoostPI "Averaged boost converter with a PI loop"
>   parameter Real Vin = 12, L = 100e-6, C = 100e-6, R = 20, Vref = 24, kp = 1e-3, ki = 8;
>   Real i(start = 1, fixed = true), v(start = 12, fixed = true), z(start = 0, fixed = true), d;
> equation
>   d = min(0.9, max(0, kp*(Vref - v) + ki*z));
>   L*der(i) = Vin - (1 - d)*v;
>   C*der(v) = (1 - d)*i - v/R;
>   der(z) = Vref - v;
>   annotation(experiment(StopTime = 0.05));
> end BoostPI;
> EOF
> saltus run boost.mo --method liqss2 > a; sed -n '/estimated/,$p' a
saltus: warning: the error of i is about 0.79, 224 times its tolerance, between t = 0.0475 and 0.05; of 1 more it is above 10
    = hint: --accuracy 0.001 looks for a tolerance that is fine enough, or says that there is none
estimated errors            largest |x|       error    relative  tolerances
  i                               3.531     7.9e-01     2.2e-01         224
  v                               25.07     7.8e-01     3.1e-02          31
  z                             0.06272     1.5e-04     2.5e-03         2.5

$ saltus run boost.mo --method liqss2 --accuracy 1e-2 > a; sed -n '2p; /estimated/,$p' a
liqss2, quantum max(2e-05 |x|, 2e-08), t = 0 .. 0.05
estimated errors            largest |x|       error    relative  accuracies
  i                               2.451     1.7e-02     6.9e-03        0.69
  v                               24.04     1.9e-02     7.9e-04       0.079
  z                             0.06251     3.3e-06     5.2e-05      0.0052

To try: --method qss3: no busy state is stiff where the run ended, and explicit steps are cheaper

$ saltus run boost.mo --accuracy 1e-2,1e-3 -o a.seg --vars v --quiet; strings a.seg | grep -A1 '^accuracy\|^rel'
accuracy
0.01,0.001

$ saltus run boost.mo --stats json --vars d,v --method liqss2 > a; sed -n '/"estimate"/,$p' a | cut -c 1-24
saltus: warning: the error of v is about 0.78, 31 times its tolerance, between t = 0.0475 and 0.05
    = hint: --tol 2e-05 is about what it needs; --accuracy 0.001 looks for it by itself
  "estimate": {"made": t
    "v": {"size": 25.072
    "d": {"size": 0.5020
}

$ saltus run boost.mo --method liqss2 --quiet
saltus: warning: the error of i is about 0.79, 224 times its tolerance, between t = 0.0475 and 0.05; of 1 more it is above 10
    = hint: --accuracy 0.001 looks for a tolerance that is fine enough, or says that there is none

$ saltus run boost.mo --no-estimate --method liqss2 > a; grep -c estimate a
0
[1]

$ saltus run boost.mo --method liqss2 --stats csv > a; wc -l < a
saltus: warning: the error of i is about 0.79, 224 times its tolerance, between t = 0.0475 and 0.05; of 1 more it is above 10
    = hint: --accuracy 0.001 looks for a tolerance that is fine enough, or says that there is none
2

$ saltus run motor --tol 1e-4 > a; grep estimate a
no estimate of the errors: the run was long; --estimate makes one

$ saltus run motor --stop 0.1 --estimate --tol 1e-4 > a; grep -A1 estimate a | cut -c 1-10
estimated 
  VC      

$ cat > lorenz.mo <<'EOF'
> model Lorenz
>   Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
> equation
>   der(x) = 10*(y - x);
>   der(y) = x*(28 - z) - y;
>   der(z) = x*y - 8/3*z;
>   annotation(experiment(StopTime = 60));
> end Lorenz;
> EOF
> saltus run lorenz.mo > a
saltus: warning: the error of x is about 15, 790 times its tolerance, between t = 45 and 48; of 2 more it is above 10
    = hint: --accuracy 0.001 looks for a tolerance that is fine enough, or says that there is none

$ saltus run lorenz.mo --accuracy 1e-3 -o a.csv; test -f a.csv
saltus: the accuracy 0.001 is not reached: with the tolerance 1e-07 the error of x is still 15 of 19.6
    = hint: errors do not fall with the tolerance: the solution may be chaotic, or an event hangs by a hair; --tol runs without an accuracy
[1]

$ saltus run lorenz.mo --accuracy 1e-3 --stop 5 > a; sed -n '2p' a
auto, quantum max(0.0002 |x|, 2e-07), t = 0 .. 5

$ saltus run lorenz.mo --stop 20 --tol 0,1e-2 > a
saltus: warning: the error of x is about 19, 1894 times its tolerance, between t = 17 and 18; of 2 more it is above 10
    = hint: --accuracy 0,0.01 looks for a tolerance that is fine enough, or says that there is none

$ printf 'model Count\n  Integer n(start = 0, fixed = true);\nequation\n  when sample(0, 0.25) then\n    n = pre(n) + 1;\n  end when;\nend Count;\n' > count.mo; saltus run count.mo > a; grep -c estimate a; saltus run count.mo --estimate > a; grep estimate a
the model does not say when to stop; it runs for 1 s (--stop T)
0
the model does not say when to stop; it runs for 1 s (--stop T)
no estimate of the errors: no state depends on the tolerance

$ saltus run second_order.json --trace t.txt --estimate > a; grep estimate a; saltus run second_order.json > a; grep -A1 estimate a | cut -c 1-40
no estimate of the errors: the trace is that of one run
estimated errors            largest |x| 
  x                               1.729 

$ printf 'model Up\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x*x;\nend Up;\n' > up.mo; saltus run up.mo --stop 2 --estimate > a; grep -c estimate a
up.mo:4: error: x: its steps have become too small to advance the clock (t = 1.00070615)
    = hint: a larger absolute quantum, or a method for stiff models (auto)
0
[1]

$ printf 'model Ball\n  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\nequation\n  der(h) = v;\n  der(v) = -9.81 - 0.1*v*abs(v);\n  when h < 0 then\n    terminate("down");\n  end when;\nend Ball;\n' > ball.mo; saltus run ball.mo > a; sed -n '2p; /estimated/,$p' a; saltus run ball.mo --start -1 --stop 0 > a; sed -n '2p; /estimated/,$p' a | cut -c 1-60
the model does not say when to stop; it runs for 1 s (--stop T)
ball.mo:6: note: h < 0: down (t = 0.459037886)
auto, quantum max(0.001 |x|, 1e-06), t = 0 .. 0.459038 of 1: terminated
estimated errors            largest |x|       error    relative  tolerances
  h                                   1     2.2e-04     2.2e-04        0.22
  v                               4.216     1.1e-04     2.7e-05       0.027
ball.mo:6: note: h < 0: down (t = -0.540962114)
auto, quantum max(0.001 |x|, 1e-06), t = -1 .. -0.540962 of 
estimated errors            largest |x|       error    relat
  h                                   1     2.2e-04     2.2e
  v                               4.216     1.1e-04     2.7e

$ saltus run boost.mo --max-events 100 > a; grep -c estimate a
error: max_events steps and events have been made (t = 0.00135635789)
0
[1]

$ saltus run boost.mo --estimate --no-estimate
saltus: --estimate and --no-estimate exclude each other
[2]

$ saltus run boost.mo --accuracy 1e-3 --tol 1e-4
saltus: --accuracy and --tol exclude each other
[2]

$ saltus run boost.mo --accuracy 0
saltus: --accuracy: '0' is not REL or REL,ABS with ABS greater than 0
    = hint: for example: 1e-3 or 1e-3,1e-6
[2]

$ saltus run count.mo --accuracy 1e-3 --quiet; saltus run second_order.json --accuracy 1e-3 --speed 1
saltus: --accuracy: the run goes by the wall clock
[2]

$ saltus run boost.mo --accuracy 1e-3 --vars nothing
saltus: --vars: no variable of the model fits 'nothing'
    = hint: 'saltus explain boost.mo' lists them
[2]

$ cat > grows.mo <<'EOF'
> model Grows
>   Real x(start = 1, fixed = true), v(start = 0, fixed = true);
>   discrete Boolean grown(start = false, fixed = true);
> equation
>   der(x) = v;
>   der(v) = -x;
>   when x > 1.2 then grown = true; end when;
>   when time > 20 then assert(grown, "it has not grown"); end when;
> end Grows;
> EOF

$ saltus run grows.mo --method qss1 --tol 0,0.05 --stop 25 --quiet
saltus: warning: the errors are not known: a run with 0.25 of the tolerances failed: time > 20: it has not grown
