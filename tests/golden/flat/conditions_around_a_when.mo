model conditions_around_a_when
  parameter Integer N = 20000;
  Real x[N](each start = 1);
  discrete Real d[N];
algorithm
  for i in 1:N loop
    if mod(i, 2) == 0 then
      when x[i] < 0.7 then
        d[i] := 1;
      end when;
    end if;
  end for;
equation
  der(x) = -x;
end conditions_around_a_when;
