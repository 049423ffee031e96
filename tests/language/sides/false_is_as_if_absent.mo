//! 0.9: n = 0
//! 1.1: n = 1
//! 1.1: m = 1
model false_is_as_if_absent "so both may stand there, and sample() too"
  parameter Boolean careful = false;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = careful, __Saltus_mustCross = true);
  when sample(1, 1) then
    m = pre(m) + 1;
  end when annotation(__Saltus_unilateral = false, __Saltus_mustCross = false, __Other_x = 3);
end false_is_as_if_absent;
