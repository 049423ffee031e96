// sources as strangers write them: degrees, a period, sums of waves and a ramp
//! method exact
//! 0.25: x = 0.013312121608689888 +- 1e-12
//! 0.25: y = -0.00097106486095473058 +- 1e-14
//! 0.25: z = 0.73114185993920297 +- 1e-12
//! 0.25: u = -3.2366878783913101 +- 1e-11
model waves
  constant Real pi = 3.141592653589793;
  parameter Real f = 50, phase = 30 "in degrees", k(unit = "1/s") = 1;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 1, fixed = true), u;
equation
  der(x) = 5*sin(2*pi*f*time + phase*pi/180) - 20*x;
  der(y) = cos(time/1e-3) - y;
  der(z) = 2*sin(7*time) - cos(7.01*time + 0.5) + k*time/2 - 3*z;
  u = x + 3*cos(2*pi*f*time) - k*time;
  annotation(experiment(StopTime = 0.25));
end waves;
