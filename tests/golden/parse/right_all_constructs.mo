within A.B;
package P "a " + "b"
  constant Real pi = 3.14159, e=2.7;
  type Voltage = Real(unit = "V", min = -1e3);
  type E = enumeration(red "Red", green, blue annotation(x=1));
  function f
    input Real x;
    output Real y;
  protected
    Integer k;
  algorithm
    y := if x > 0 then x^2 else -x;
    while k < 3 loop k := k + 1; if k > 2 then break; end if; end while;
    (a, , b) := g(x, n = 3);
    return;
    annotation(Inline=true);
  end f;
  function g external "C" y = foo(x) annotation(Library="m"); annotation(bla(x=1)); end g;
  import math;
  import X = A.B.C;
  import A.*;
  import A.B.{c, d};
  extends Foo(x = 1, redeclared(y=2)) annotation(z);
end P;
model M
  import math;
  parameter Integer N = 10;
  Real x[N](each start = 1, each fixed = true), y, 'a b'(start=3)=3 "c";
  Real[3, :] u = {i^2 for i in 1:3};
  discrete Real d if b;
  inner replaceable flow Foo.Bar z;
  input Real q := 3;
initial equation
  x = zeros(N);
initial algorithm
  for i in 1:N loop x[i] := rand(3.0); end for;
equation
  for i in 1:N, j in 1:2:N loop
    der(x[i]) = -x[i]*x[end] + sum(x[k] for k in 1:i) "flow";
  end for;
  if a > b and not c or d then y = [1, 2; 3, 4]; elseif c then y = 2; else y = 3; end if;
  when {sample(0, 1), initial()} then
    reinit(y, pre(y) + 1);
  elsewhen y < 0 then
    terminate("x");
  end when annotation(__Saltus_unilateral = true);
  connect(a.b[1].c, .d);
  assert(x[1] > 0, "neg" + "b", level = AssertionLevel.warning) "cc" annotation(a=1);
  (a, b) = f(x);
  y .* z = a.^b ./ c;
algorithm
  when time > nextT then
    nextT := nextT + T;
  end when;
annotation(
 experiment(
   MMO_Description="x",
   MMO_Solver=LIQSS2,
   MMO_Output={x[1], u[1:100:N]},
   StartTime=0.0, StopTime=1, Tolerance={1e-3}, AbsTolerance={1e-6}));
end M;
