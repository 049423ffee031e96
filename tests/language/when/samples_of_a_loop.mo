//! 3.4: n[1] = 7
//! 3.4: n[2] = 4
//! 3.4: n[3] = 3
model samples_of_a_loop
  parameter Real T[3] = {0.5, 1, 1.5};
  Integer n[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when sample(0, T[i]) then
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
end samples_of_a_loop;
