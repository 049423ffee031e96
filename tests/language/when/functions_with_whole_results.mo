//! 0.5: k = 0
//! 2: n = 1
//! 2: m = 1
//! 2: q = 1
//! 2: r = 1
//! 2: s = 1
//! 2: y = 7.75 +- 2e-3
model functions_with_whole_results "relations of Integers and enumerations that functions make of a state"
  type Level = enumeration(low, middle, high);
  function steps
    input Real u;
    output Integer k;
  algorithm
    k := if u > 1.5 then 4 else 2;
  end steps;
  function level
    input Real u;
    output Level l;
  algorithm
    l := if u > 1.2 then Level.high else Level.low;
  end level;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0), m(start = 0), q(start = 0), r(start = 0), s(start = 0), k(start = 0);
equation
  der(x) = 2;
  der(y) = if steps(x) > 2 then 5 else 2;
  when steps(x) > 2 then
    n = pre(n) + 1;
  end when;
  when steps(x) >= 4 then
    m = pre(m) + 1;
  end when;
  when level(x) == Level.high then
    q = pre(q) + 1;
  end when;
  when steps(x) <> 2 then
    r = pre(r) + 1;
  end when;
  when steps(x) <= 2 or x > 3 then
    s = pre(s) + 1;
  end when;
  when steps(x) < 2 then
    k = 1;
  end when;
end functions_with_whole_results;
