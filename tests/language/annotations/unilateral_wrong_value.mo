model unilateral_wrong_value
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = 3, __Saltus_unilatral = true);
end unilateral_wrong_value;
