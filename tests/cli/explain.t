What the compiler understood.

$ saltus explain buck
buck: A converter from 24 V to about 15 V, as a circuit
.../models/buck/buck.mo

States (2), with their start values
  VC               0 V  # output
  IL               0 A  # inductor

Discretes (3), those of relations included
  closed           1  # is the switch?

Parameters (7)
  U                24 V  # supply
  R                10 Ohm  # load
  C                0.0001 F
  L                0.0001 H
  T                0.0001 s  # period of the switch
  Ron              1e-06 Ohm
  Roff             1e+06 Ohm

Outputs (5): computed from the rest on demand
  VD, iS, iD, RLL, RD

Equations, in the order in which values are found: unknown, equation, how
  der(VC)         line 18:  C*der(VC) = IL - VC/R  (divided by a coefficient)
  RLL             line 23:  RLL = if closed then Ron else Roff
  RD              line 24:  RD = if VD > 0 then Roff else Ron
  A loop of 3 equations; 3 solved by Cramer's rule
    iS              line 20:  iS + iD = IL  (Cramer's rule)
    VD              line 21:  U - VD = RLL*iS  (Cramer's rule)
    iD              line 22:  VD = -RD*iD  (Cramer's rule)
  der(IL)         line 19:  L*der(IL) = VD - VC  (divided by a coefficient)

Guards: events where a relation changes (1)
  VD > 0  line 24
      reads IL, closed, 'VD > 0'
      switches der(IL)

Clocks: events at instants known in advance (1)
  sample(T/2, T/2)  line 25
      writes closed

Who drives whom: what the derivative of a state reads
  VC                 <-  VC, IL   [linear]
  IL                 <-  VC, IL, closed, 'VD > 0'   [linear]

Structure
  Every state acts on every other in the end (one strongly connected component).
  A derivative reads at most 2 states (VC), 2 on average.
  A step of a state renews at most 2 derivatives (VC).

Method
  Eigenvalues at the start: decay rates 500 to 500, frequencies up to 9.99e+03.
  Pilot run to t = 0.01: 3114 steps, 400 events; the Jacobian at 59 points, largest decay rate of a state 5e+09.
  Try auto.
  Stiff: accuracy allows steps 2.62e+04 times longer than the time constant of IL; the largest decay rate met is 5e+09.
  The fast states damp themselves (no two of them depend on each other as strongly), so one implicit state at a time is enough.
  Events cost a linearly implicit method nothing extra: no restart, no iteration.

$ saltus explain inverters --set N=20
inverters: A chain of N logic inverters
.../models/inverters/inverters.mo

States (20), with their start values
  w[20]            0.006247 .. 5 V

Parameters (4)
  N                20  (structural: built in)  # inverters
  U                5  # supply
  S                100  # gain
  UT               1  # threshold

Outputs (1): computed from the rest on demand
  u_in

Equations, in the order in which values are found: unknown, equation, how
  u_in            line 12:  u_in = if time < 5 then 0 elseif time < 10 then rise*(time - 5) elseif t...
  der(w[1])       line 14:  der(w[1]) = (U - w[1] - S*(max(u_in - UT, 0)^2 - max(u_in - w[1] - UT, 0...
  der(w[j]), j in 2:20  line 16:  der(w[j]) = (U - w[j] - S*(max(w[j-1] - UT, 0)^2 - max(w[j-1] - w[j] - U...

Guards: events where a relation changes (40)
  u_in - UT < 0  line 14
      reads 'time >= 5', 'time >= 10', 'time >= 15', 'time >= 17', time
      switches der(w)
  u_in - w[1] - UT < 0  line 14
      reads w[1], 'time >= 5', 'time >= 10', 'time >= 15', 'time >= 17', time
      switches der(w)
  w[j - 1] - UT < 0  x 19  line 16
      reads ([i]) w[i]
      switches der(w)
  w[j - 1] - w[j] - UT < 0  x 19  line 16
      reads ([i]) w[i], w[i + 1]
      switches der(w)

Clocks: events at instants known in advance (4)
  time < 5  line 12
      switches der(w), 'u_in - UT < 0', 'u_in - w[1] - UT < 0'
  time < 10  line 12
      switches der(w), 'u_in - UT < 0', 'u_in - w[1] - UT < 0'
  time < 15  line 12
      switches der(w), 'u_in - UT < 0', 'u_in - w[1] - UT < 0'
  time < 17  line 12
      switches der(w), 'u_in - UT < 0', 'u_in - w[1] - UT < 0'

Who drives whom: what the derivative of a state reads
  w[1]               <-  w[1], 'time >= 5', 'time >= 10', 'time >= 15', 'time >= 17', 'u_in - UT < 0', 'u_in - w[1] - UT < 0', time   [not linear]
  w[i], i in 2:20    <-  w[i - 1], w[i], 'w[j - 1] - UT < 0'[i - 1], 'w[j - 1] - w[j] - UT < 0'[i - 1]   [not linear]

Structure
  No state acts back on another that acts on it: states can be put into an order.
  A derivative reads at most 2 states (w[2]), 1.95 on average.
  A step of a state renews at most 2 derivatives (w[1]).

Method
  Eigenvalues at the start: decay rates 1 to 800.
  Pilot run to t = 130: 8789 steps, 122 events; the Jacobian at 59 points, largest decay rate of a state 800.
  Try auto.
  Stiff: accuracy allows steps 265 times longer than the time constant of w[5]; the largest decay rate met is 800.
  The fast states damp themselves (no two of them depend on each other as strongly), so one implicit state at a time is enough.
  Events cost a linearly implicit method nothing extra: no restart, no iteration.

$ cat > loops.mo <<'END'
> model loops "every way to solve an equation"
>   parameter Integer N = 30;
>   parameter Real p = 2;
>   Real x(start = 1, fixed = true), a, b, u, v, y;
>   Real z[N](each start = 0, each fixed = true), S = sum(z[k]^2 for k in 1:N);
>   Real w(start = 0, fixed = true);
>   Integer n(start = 0, fixed = true);
> equation
>   2*der(x) = -x + a;
>   a = b + 1;
>   3*b = x;
>   u + v = x;
>   u - p*v = 1;
>   y + y^3 = x;
>   for i in 1:N loop
>     der(z[i]) = y - z[i]*S;
>   end for;
>   der(w) = delay(x, 0.5) - w + sin(time);
>   when sample(0, 0.1) then
>     n = pre(n) + 1;
>   end when;
>   when w > 0.5 then
>     reinit(x, 2);
>   end when;
>   annotation(experiment(StopTime = 2), __Saltus_method = "qss1");
> end loops;
> END
$ saltus explain loops.mo
loops: every way to solve an equation
loops.mo

States (32), with their start values
  x                1
  z[30]            0
  w                0

Discretes (3), those of relations included
  n                0

Parameters (2)
  N                30  (structural: built in)
  p                2

Outputs (6): computed from the rest on demand
  a, b, u, v, y, S

Equations, in the order in which values are found: unknown, equation, how
  S               line 5:  S = sum(z[k]^2 for k in 1:N)
  b               line 11:  3*b = x  (divided by a coefficient)
  a               line 10:  a = b + 1
  der(x)          line 9:  2*der(x) = -x + a  (divided by a coefficient)
  A loop of 2 equations; 2 solved by Cramer's rule
    u               line 12:  u + v = x  (Cramer's rule)
    v               line 13:  u - p*v = 1  (Cramer's rule)
  One equation that is not linear in its unknown; 1 solved by Newton's method at run time
    y               line 14:  y + y^3 = x  (Newton's method at run time)
  der(z[i]), i in 1:30  line 16:  der(z[i]) = y - z[i]*S
  der(w)          line 18:  der(w) = delay(x, 0.5) - w + sin(time)

Without ranges: what these can be over a stretch of time is not known
  line 16:  der(z[i]) = y - z[i]*S  (its equations are solved by Newton's method)
  line 14:  y + y^3 = x  (its equations are solved by Newton's method)

Guards: events where a relation changes (1)
  w > 0.5  line 22
      reads w
      writes x

Clocks: events at instants known in advance (1)
  sample(0, 0.1)  line 19
      writes n

Who drives whom: what the derivative of a state reads
  x                  <-  x   [linear]
  z[i]               <-  x, z[i], sum_1   [not linear]
  w                  <-  w, delay_1, time   [not linear]

Sums that are kept up to date term by term, and what they add up
  sum_1              <-  all of z

Delays, and what they delay
  delay_1            <-  x

Structure
  3 strongly connected components; the largest, around z[1], has 30 states.
  A derivative reads at most 3 states or sums (z[1]), 2.91 on average.
  A step of a state renews at most 32 derivatives, terms and delays (x).

Method
  Eigenvalues at the start: decay rates 0.333 to 1.
  Pilot run to t = 2: 829 steps, 22 events; the Jacobian at 59 points, largest decay rate of a state 3.26.
  Try qss3.
  Not stiff: steps as long as accuracy allows are at most 0.25 times the time constant of their state.
  The model itself asks for qss1, and gets it without --method. Measure both: saltus compare loops.mo --methods qss1,qss3

$ saltus explain loops.mo --set N=40 > a; grep 'N  \|z\[40\]' a
  z[40]            0
  N                40  (structural: built in)

$ saltus explain buck --dot -
digraph "buck" {
  node [fontname="Helvetica"];
  edge [fontname="Helvetica", fontsize=10];
  n0 [label="VC", shape=box, style="rounded,filled", fillcolor="#dcebf7", color="#0072b2"];
  n1 [label="IL", shape=box, style="rounded,filled", fillcolor="#dcebf7", color="#0072b2"];
  n2 [label="closed", shape=box, style=filled, fillcolor="#fbe6d6", color="#d55e00"];
  n3 [label="VD > 0", shape=hexagon, style=filled, fillcolor="#dbf0e8", color="#009e73"];
  n4 [label="sample(T/2, T/2)", shape=box, peripheries=2, style=filled, fillcolor="#f5e3ec", color="#b0568a"];
  n0 -> n0;
  n1 -> n0 [dir=both];
  n1 -> n1;
  n2 -> n1;
  n3 -> n1 [dir=both];
  n2 -> n3;
  n4 -> n2 [style=dashed];
}

$ for m in buck cuk motor inverters tyson airconds neurons; do
>   saltus explain $m --dot - | dot -Tsvg > a.svg && grep -c '<g id="node' a.svg
> done
5
8
15
9
6
10
4

$ saltus explain thermostat --svg t.svg > a; head -1 t.svg; grep -c '<rect\|<path' t.svg
<svg xmlns="http://www.w3.org/2000/svg" width="298.46" height="330" viewBox="0 0 298.46 330" font-family="Helvetica, Arial, sans-serif">
18

$ saltus explain buck --dot no/such/folder
buck: A converter from 24 V to about 15 V, as a circuit
.../models/buck/buck.mo

States (2), with their start values
  VC               0 V  # output
  IL               0 A  # inductor

Discretes (3), those of relations included
  closed           1  # is the switch?

Parameters (7)
  U                24 V  # supply
  R                10 Ohm  # load
  C                0.0001 F
  L                0.0001 H
  T                0.0001 s  # period of the switch
  Ron              1e-06 Ohm
  Roff             1e+06 Ohm

Outputs (5): computed from the rest on demand
  VD, iS, iD, RLL, RD

Equations, in the order in which values are found: unknown, equation, how
  der(VC)         line 18:  C*der(VC) = IL - VC/R  (divided by a coefficient)
  RLL             line 23:  RLL = if closed then Ron else Roff
  RD              line 24:  RD = if VD > 0 then Roff else Ron
  A loop of 3 equations; 3 solved by Cramer's rule
    iS              line 20:  iS + iD = IL  (Cramer's rule)
    VD              line 21:  U - VD = RLL*iS  (Cramer's rule)
    iD              line 22:  VD = -RD*iD  (Cramer's rule)
  der(IL)         line 19:  L*der(IL) = VD - VC  (divided by a coefficient)

Guards: events where a relation changes (1)
  VD > 0  line 24
      reads IL, closed, 'VD > 0'
      switches der(IL)

Clocks: events at instants known in advance (1)
  sample(T/2, T/2)  line 25
      writes closed

Who drives whom: what the derivative of a state reads
  VC                 <-  VC, IL   [linear]
  IL                 <-  VC, IL, closed, 'VD > 0'   [linear]

Structure
  Every state acts on every other in the end (one strongly connected component).
  A derivative reads at most 2 states (VC), 2 on average.
  A step of a state renews at most 2 derivatives (VC).

Method
  Eigenvalues at the start: decay rates 500 to 500, frequencies up to 9.99e+03.
  Pilot run to t = 0.01: 3114 steps, 400 events; the Jacobian at 59 points, largest decay rate of a state 5e+09.
  Try auto.
  Stiff: accuracy allows steps 2.62e+04 times longer than the time constant of IL; the largest decay rate met is 5e+09.
  The fast states damp themselves (no two of them depend on each other as strongly), so one implicit state at a time is enough.
  Events cost a linearly implicit method nothing extra: no restart, no iteration.
saltus: no/such/folder: No such file or directory
[1]

$ saltus explain buck --svg buck.pdf
saltus: --svg: 'buck.pdf' does not end in .svg
[2]

$ saltus explain buk
saltus: there is no model 'buk', neither as a file nor in the gallery
    = hint: did you mean 'buck'? 'saltus models' lists the gallery
[2]

$ for m in adr airconds appendix_a bball bounce buck cuk d4 hybrid_pi inverters lotka motor neurons oscillator pair \
>     ring stiff2 thermostat tline tyson vanderpol; do
>   echo $m $(saltus explain $m | grep '  Try')
> done
adr Try auto.
airconds Try qss2.
appendix_a Try qss3.
bball Try qss3.
bounce Try qss3.
buck Try auto.
cuk Try auto.
d4 Try auto.
hybrid_pi Try qss3.
inverters Try auto.
lotka Try qss3.
motor Try auto.
neurons Try qss3.
oscillator Try qss3.
pair Try qss3.
ring Try auto.
stiff2 Try auto.
thermostat Try qss3.
tline Try auto.
tyson Try auto.
vanderpol Try auto.

$ cat > charge.mo <<'END'
> model charge
>   import Saltus.Electrical.*;
>   ConstantVoltage source(V = 10);
>   Resistor r(R = 1e3);
>   Capacitor c(C = 1e-6);
>   Ground ground;
> equation
>   connect(source.p, r.p);
>   connect(r.n, c.p);
>   connect(c.n, source.n);
>   connect(source.n, ground.p);
> end charge;
> END
$ saltus explain charge.mo | grep -o 'Capacitor.mo:6:  C.der(v) = i\|line 11:  connect(source.n, ground.p)'
Capacitor.mo:6:  C*der(v) = i
line 11:  connect(source.n, ground.p)

$ cat > parallel.mo <<'END'
> model parallel
>   parameter Integer N = 40;
>   Real v[N](each start = 1), i[N], u, y[N];
> equation
>   for k in 1:N loop
>     i[k] = der(v[k]);
>     v[k] = u;
>   end for;
>   sum(i) + u = 0;
>   y[1] = u;
>   for k in 2:N loop
>     y[k] = y[k-1]/2;
>   end for;
> end parallel;
> END
$ saltus explain parallel.mo | sed -n '/^Index/,/^Who/p'
Index reduction: these equations bind states, and were differentiated
  line 7:  v[k] = u  (39 equations)
  Not states any more, but found from others: v[2], v[3], v[4], v[5], v[6],
    v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15], v[16], v[17],
    v[18], v[19], v[20], v[21], ... and 19 more

Written out one by one: equations in a loop that could not stay together
  line 7:  v[k] = u  (39 equations, to differentiate some of them)
  line 6:  i[k] = der(v[k])  (40 equations, to differentiate some of them)
  line 12:  y[k] = y[k-1]/2  (39 equations, because 'y' refers to its own other elements)

Who drives whom: what the derivative of a state reads

$ cat > hidden.mo <<'END'
> model hidden
>   function root
>     input Real u;
>     output Real y;
>   algorithm
>     y := u;
>     while y*y - u > 1e-9 loop
>       y := (y + u/y)/2;
>     end while;
>   end root;
>   Real x(start = 2), y = root(x);
> equation
>   der(x) = -y;
> end hidden;
> END
$ saltus explain hidden.mo | sed -n '/^Without/,/^Who/p'
hidden.mo:7:5: warning: the derivatives of function 'root' are those of the turns its loop makes: it stops at a value, and may lose them
    7 |     while y*y - u > 1e-9 loop
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^
      = hint: let it make a fixed number of turns, or write the equation that it solves, as in `r*r = a`
Without ranges: what these can be over a stretch of time is not known
  line 13:  der(x) = -y  (a loop in a function ends when Reals say so, line 7)
  line 11:  y = root(x)  (a loop in a function ends when Reals say so, line 7)

Who drives whom: what the derivative of a state reads

$ cat > boost.mo <<'END'
> model boost "A boost converter"
>   import Saltus.Electrical.*;
>   import Saltus.Blocks.BooleanPulse;
>   ConstantVoltage battery(V = 12);
>   Inductor coil(L = 1e-4);
>   Switch switch;
>   BooleanPulse pulse(period = 1e-4, width = 0.5);
>   IdealDiode diode;
>   Capacitor c(C = 1e-4);
>   Resistor load[2](each R = 20);
>   Ground ground;
> equation
>   connect(battery.p, coil.p);
>   connect(coil.n, switch.p);
>   connect(coil.n, diode.p);
>   connect(diode.n, c.p);
>   connect(c.p, load[1].p);
>   connect(c.p, load[2].p);
>   connect(battery.n, switch.n);
>   connect(battery.n, c.n);
>   connect(battery.n, load[1].n);
>   connect(battery.n, load[2].n);
>   connect(battery.n, ground.p);
>   connect(pulse.y, switch.control);
> end boost;
> END
> saltus dump boost.mo --stage=parts
part battery Saltus.Electrical.ConstantVoltage
part coil Saltus.Electrical.Inductor
part switch Saltus.Electrical.Switch
part pulse Saltus.Blocks.BooleanPulse
part diode Saltus.Electrical.IdealDiode
part c Saltus.Electrical.Capacitor
part load Saltus.Electrical.Resistor array
part ground Saltus.Electrical.Ground
wire battery.p coil.p
wire coil.n switch.p
wire coil.n diode.p
wire diode.n c.p
wire c.p load[1].p
wire c.p load[2].p
wire battery.n switch.n
wire battery.n c.n
wire battery.n load[1].n
wire battery.n load[2].n
wire battery.n ground.p
wire pulse.y switch.control

$ saltus explain boost.mo --svg boost.svg > a; grep -c 'scale(' boost.svg; grep -c 'v10m-8 0h16' boost.svg; grep -o '>load[^<]*<' boost.svg
8
5
>load[1]<
>load[2]<

$ sed 's/connect(c.p, load.2..p)/for k in 2:2 loop connect(c.p, load[k].p); end for/' boost.mo > mixed.mo; saltus explain mixed.mo --svg mixed.svg > a; grep -c '<svg' mixed.svg
no schematic: wires name elements of 'load' by formulas; who drives whom is drawn instead
1
