//! tol 1e-6 1e-8
//! 1.5: v = -0.36787944 +- 1e-5
model derivative_in_body
  Real x(start = 1, fixed = true);
  discrete Real v(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(1, 1) then
    v = der(x);
  end when;
end derivative_in_body;
