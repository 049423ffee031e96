Arrays of parts: names of their variables, settings, messages about connections.

$ cat > ladder.mo <<'END'
> connector Pin
>   Real v;
>   flow Real i;
> end Pin;
> partial model Port
>   Pin p, n;
>   Real v = p.v - n.v, i = p.i;
> equation
>   p.i + n.i = 0;
> end Port;
> model Resistor
>   extends Port;
>   parameter Real R = 2;
> equation
>   v = R*i;
> end Resistor;
> model Capacitor
>   extends Port(v(start = 0, fixed = true));
>   parameter Real C = 1;
>   Real q[2] = {C*v, -C*v};
> equation
>   C*der(v) = i;
> end Capacitor;
> model Source
>   extends Port;
> equation
>   v = 10;
> end Source;
> model Ground
>   Pin p;
> equation
>   p.v = 0;
> end Ground;
> model Stage
>   Pin p, n, g;
>   Resistor r;
>   Capacitor c;
> equation
>   connect(p, r.p);
>   connect(r.n, n);
>   connect(n, c.p);
>   connect(c.n, g);
> end Stage;
> model ladder
>   parameter Integer N = 3;
>   Stage stage[N];
>   Source s;
>   Ground g;
> equation
>   connect(s.p, stage[1].p);
>   for i in 1:N-1 loop
>     connect(stage[i].n, stage[i+1].p);
>   end for;
>   connect(s.n, g.p);
>   for i in 1:N loop
>     connect(stage[i].g, g.p);
>   end for;
>   annotation(experiment(StopTime = 1));
> end ladder;
> END

$ saltus run ladder.mo -q -o a.csv --vars 'stage[*].c.v,stage[2].c.q[*],s.i'; head -1 a.csv
time,stage[1].c.v,stage[2].c.v,stage[3].c.v,stage[2].c.q[1],stage[2].c.q[2],s.i

$ saltus run ladder.mo -q -o a.csv --set stage.c.C=1e6 --set 'stage[2].r.R=8' --vars 'stage[*].r.i'; tail -1 a.csv | awk -F, '{printf "%.3g %.3g\n", $2, $3}'
5 6.25e-07

$ saltus run ladder.mo -q -o a.csv --set N=2 --vars 'stage[*].c.v'; head -1 a.csv
time,stage[1].c.v,stage[2].c.v

$ saltus run ladder.mo --set 'stage[4].r.R=8'
saltus: model ladder has no parameter or start value 'stage[4].r.R'
    = hint: 'stage.r.R' is an array, its last element is 'stage[3].r.R'
[2]

$ saltus run ladder.mo --vars stage.c.v
saltus: --vars: no variable of the model fits 'stage.c.v'
    = hint: it is an array; 'stage[*].c.v' are all its elements
    = hint: 'saltus explain ladder.mo' lists them
[2]

$ saltus explain ladder.mo | sed -n '/States/,/^$/p; /Parameters/,/^$/p'
States (3), with their start values
  stage[3].c.v     0

Parameters (7)
  N                3  (structural: built in)
  stage[3].r.R     2
  stage[3].c.C     1

$ sed 's/connect(s.n, g.p);/connect(s.n, stage.n);/' ladder.mo > wrong.mo; saltus check wrong.mo
wrong.mo:54:3: error: 's.n.v' is Real, but 'stage.n.v' is Real[3]: they cannot be connected
   54 |   connect(s.n, stage.n);
      |   ^^^^^^^^^^^^^^^^^^^^^
[3]

$ sed 's/connect(s.n, g.p);/connect(g.p, g.p); connect(s.n, g.p);/' ladder.mo > wrong.mo; saltus check wrong.mo
wrong.mo:54:3: warning: this connects a connector to itself
   54 |   connect(g.p, g.p); connect(s.n, g.p);
      |   ^^^^^^^^^^^^^^^^^
wrong.mo: fine (model ladder: 3 states, 65 outputs)

$ cat > rectifier.mo <<'END'
> model rectifier "A diode charges a capacitor"
>   import Saltus.Electrical.*;
>   SineVoltage s(V = 10);
>   IdealDiode d;
>   Capacitor c(C = 1e-3);
>   Resistor r(R = 100);
>   Ground g;
> equation
>   connect(s.p, d.p);
>   connect(d.n, c.p);
>   connect(c.p, r.p);
>   connect(c.n, s.n);
>   connect(r.n, s.n);
>   connect(g.p, s.n);
>   annotation(experiment(StopTime = 0.1));
> end rectifier;
> END

$ saltus run rectifier.mo -q -o a.csv; head -1 a.csv
time,c.v,d.off,s.v,s.i,d.v,d.i,d.s,c.i,r.v,r.i,g.p.i

$ saltus explain rectifier.mo --svg a.svg > a; grep -o '<text[^>]*>[^<]*' a.svg | sed 's/.*>//' | tr '\n' ' '
rectifier: A diode charges a capacitor s d c r (no new line at the end)

$ saltus run rectifier.mo -q --plot=b.svg --vars d.i,c.v; grep -o '<text[^>]*>[^<]*' b.svg | sed 's/.*>//' | grep '[a-z]'
d.i [A]
c.v [V]
A diode charges a capacitor (rectifier)
auto, tolerance 0.001, 1021 steps, 9 events
time [s]
