//! says odd
//! 3.5: n = 4
model warning_in_body
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    n = pre(n) + 1;
    assert(mod(n, 2) == 0, "odd number", AssertionLevel.warning);
  end when;
end warning_in_body;
