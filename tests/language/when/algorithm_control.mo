//! 3.5: s = 20
//! 3.5: t = 2
model algorithm_control
  Integer s(start = 0, fixed = true), t(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    n := n + 1;
    for i in 1:n loop
      s := s + 2*i;
    end for;
    if mod(n, 2) == 1 then
      t := t + 1;
    elseif n > 10 then
      t := 100;
    end if;
    while s > 1000 loop
      s := s - 1;
    end while;
  end when;
end algorithm_control;
