//! 0: x = 1 +- 1e-9
//! 1: y = 2.47151776468577 +- 4e-3
model b14 "initial equation for an algebraic unknown, steady state"
  Real x, y;
initial equation
  y = 3;
equation
  der(x) = -x + time;
  y = 2*x + 1;
end b14;
