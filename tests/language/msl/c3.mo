//! 0: u = 0
//! 1: u = 1
model c3 "pre(u) in an initial equation, u from an equation without memory"
  Boolean u;
initial equation
  pre(u) = false;
equation
  u = time > 0.5;
end c3;
