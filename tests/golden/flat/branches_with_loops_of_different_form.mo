model branches_with_loops_of_different_form
  Real x(start = 1), v[3], w[3];
equation
  der(x) = -x;
  if x > 0.5 then
    v[1] = 1;
    v[2] = x;
    v[3] = 3;
    w = v;
  else
    v = {x, 2*x, 3*x};
    for i in 1:3 loop
      w[i] = i;
    end for;
  end if;
end branches_with_loops_of_different_form;
