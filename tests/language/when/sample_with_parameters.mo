//! 0.9: n = 0
//! 1.1: n = 1
//! 1.6: n = 2
//! 2.1: n = 3
//! set T = 0.5
model sample_with_parameters
  parameter Real T = 0.25;
  parameter Real t0 = 2*T;
  Integer n(start = 0, fixed = true);
equation
  when sample(t0, T) then
    n = pre(n) + 1;
  end when;
end sample_with_parameters;
