//! 1: y = 0.8414709848078965 +- 1e-12
//! 1: z = 0.7853981633974483 +- 1e-12
//! 1: w = 3.141592653589793 +- 1e-12
// external "builtin" names a function of the language, also one with the name of the function itself
model builtin
  package M
    constant Real pi = 2*asin(1.0);
    function asin
      input Real u;
      output Real y;
      external "builtin" y = asin(u);
    end asin;
    function sine
      input Real u;
      output Real y;
      external "builtin" y = sin(u);
    end sine;
    function angle
      input Real a, b;
      output Real y;
      external "builtin" y = atan2(a, b);
    end angle;
  end M;
  Real y = M.sine(time), z = M.angle(time, time + 0*M.pi), w = M.pi;
  annotation(experiment(StopTime = 1));
end builtin;
