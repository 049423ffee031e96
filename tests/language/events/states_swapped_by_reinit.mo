//! 1.5: x = 4 +- 1e-6
//! 1.5: y = 1.5 +- 1e-6
//! 1.5: z = 2.5 +- 1e-6
model states_swapped_by_reinit "all reinit of an event read what was before it"
  Real x(start = 0, fixed = true), y(start = 3, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 0;
  when time >= 1 then
    reinit(x, y - 0.5);
    reinit(y, x);
    reinit(z, x*0.5 + 2);
  end when;
end states_swapped_by_reinit;
