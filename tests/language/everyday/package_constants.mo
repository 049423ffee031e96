//! 1: x = 5.996 +- 0.01
model package_constants
  package P
    constant Real c = 2.998;
    function twice
      input Real u;
      output Real y = 2*u;
    algorithm
    end twice;
  end P;
  Real x(start = 0, fixed = true);
equation
  der(x) = P.twice(P.c);
end package_constants;
