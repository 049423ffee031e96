//! tol 1e-5 1e-7
//! 1: x[1] = 1 +- 1e-4
//! 1: x[2] = 1.5 +- 1e-4
//! 1: x[3] = 1.5 +- 1e-4
model if_equations_switch_states
  "slope i until 1.5, in a loop"
  Real x[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    if x[i] < 1.5 then
      der(x[i]) = i;
    else
      der(x[i]) = 0;
    end if;
  end for;
end if_equations_switch_states;
