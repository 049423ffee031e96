//! ends TERMINATED
//! says reached
//! 0.9: x[1] = 0.9 +- 1e-3
//! 1.4: x[2] = 2.8 +- 1e-3
model terminate_in_when_of_loop
  Real x[2](each start = 0, each fixed = true);
equation
  for i in 1:2 loop
    der(x[i]) = i;
    when x[i] > 3 then
      terminate("level reached");
    end when;
  end for;
  annotation(experiment(StopTime = 10));
end terminate_in_when_of_loop;
