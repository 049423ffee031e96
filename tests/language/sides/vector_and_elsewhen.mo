//! 0.9: n = 0
//! 1.1: n = 1
//! 1.9: n = 1
//! 2.1: n = 2
//! 2.9: m = 0
//! 3.1: m = 1
//! 3.1: n = 2
model vector_and_elsewhen "each condition has an edge of its own"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
algorithm
  when {x > 1, x > 2} then
    n := pre(n) + 1;
  elsewhen x > 3 then
    m := pre(m) + 1;
  end when annotation(__Saltus_mustCross = true);
equation
  der(x) = 1;
end vector_and_elsewhen;
