//! says the end
//! 1: x = 1 +- 1e-6
model terminal_section
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when terminal() then
    assert(x < 0, "this is the end", AssertionLevel.warning);
  end when;
  annotation(experiment(StopTime = 2));
end terminal_section;
