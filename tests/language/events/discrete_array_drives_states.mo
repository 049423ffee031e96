//! 0.5: x[1] = 0.5 +- 1e-6
//! 2.5: x[1] = 2.5 +- 1e-6
//! 2.5: x[2] = -0.5 +- 1e-6
model discrete_array_drives_states
  "u[2] changes from 1 to -2 at t = 1.5: 1.5 - 2"
  Real x[2](each start = 0, each fixed = true);
  discrete Real u[2](each start = 1, each fixed = true);
equation
  der(x) = u;
  when time > 1.5 then
    u[2] = -2;
  end when;
  when time > 100 then
    u[1] = 0;
  end when;
end discrete_array_drives_states;
