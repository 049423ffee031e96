//! 2: x = 2 +- 1e-6
//! 2: n = 1
model assert_warning_in_function
  function f
    input Real x;
    output Integer n;
  algorithm
    assert(x < 0.5, "beyond one half", AssertionLevel.warning);
    n := 1;
  end f;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    n = f(x);
  end when;
end assert_warning_in_function;
