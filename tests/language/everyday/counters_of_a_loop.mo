//! 1: c[1] = 1
//! 2.5: c[2] = 1
//! 5: k = 11
//! 4.9: x[1] = 0.1 +- 1e-3
model counters_of_a_loop
  "whens of a loop reset states and count"
  parameter Integer N = 3;
  Real x[N](each start = 0, each fixed = true);
  Integer c[N](each start = 0, each fixed = true), k;
equation
  k = sum(c);
  for i in 1:N loop
    der(x[i]) = 1/i;
    when x[i] > 0.8 then
      reinit(x[i], 0);
      c[i] = pre(c[i]) + 1;
    end when;
  end for;
end counters_of_a_loop;
