//! 1.5: k = 3
//! 2.5: k = 5
model discrete_equation_between_whens
  "n in a when, m by an equation, k in another when"
  Integer n(start = 0, fixed = true), m = 2*n + 1, k(start = 0, fixed = true);
equation
  when sample(1, 1) then
    k = m;
  end when;
  when sample(1, 1) then
    n = pre(n) + 1;
  end when;
end discrete_equation_between_whens;
