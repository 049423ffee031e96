model terminate_in_function
  function limit
    input Real x;
    output Real y = x;
  algorithm
    if x > 2 then
      terminate("far enough");
    end if;
  end limit;
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0, 1) then
    y = limit(x + 0.5);
  end when;
  annotation(experiment(StopTime = 5));
end terminate_in_function;
