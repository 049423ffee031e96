model units "What agrees, and what does not"
  parameter Real R(unit = "Ohm") = 10, C(unit="F")=1e-3;
  parameter Real Rk(unit = "kOhm") = 10;
  Real V(unit = "V"), I(unit = "A"), W(unit="V"), P(unit="W"), q(unit="C");
  Real x(unit="V", start=0, fixed=true), m(unit="mV"), m2(unit="mV"), y(unit = "m"), e(unit="J");
  function f input Real t(unit="K"); output Real z(unit="W/(m2.K)"); algorithm z := t; end f;
  Real h(unit="W/(m2.K)") = f(x);
equation
  V = R*I;
  I = sin(time);
  W = R + I;
  C*der(x) = I - x/R;
  m = x;
  m2 = 1000*x;
  P = V*I + I^2*R;
  q = if x > R then C*x else V;
  y = exp(x);
  e = sqrt(P^2)*time + Rk*I^2*time;
end units;
