//! 5: y = 1 +- 2e-2
model controller_of_samples
  "a discrete controller from rest, and its plant"
  parameter Real Ts = 0.05, Kp = 2, Ki = 1.5, Kd = 0.1;
  Real y(start = 0, fixed = true);
  discrete Real e(start = 0, fixed = true), i(start = 0, fixed = true), u(start = 0, fixed = true);
equation
  der(y) = -y + u;
  when sample(0, Ts) then
    e = 1 - y; i = pre(i) + Ki*Ts*e;
    u = Kp*e + i + Kd*(e - pre(e))/Ts;
  end when;
end controller_of_samples;
