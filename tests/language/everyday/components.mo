//! 1: a.y = 0.8646647167633873 +- 0.003
//! 1: b.y = 0.5 +- 0.5
model components
  model Lag
    parameter Real T = 1;
    input Real u;
    output Real y(start = 0, fixed = true);
  equation
    T*der(y) = u - y;
  end Lag;
  Lag a(T = 0.5, u = 1), b(u = a.y);
end components;
