//! 2.5: s = 20
//! 7.5: s = 60
model of_discretes
  parameter Integer N = 20;
  Integer n[N](each start = 0, each fixed = true);
  Integer s = sum(n);
equation
  for i in 1:N loop
    when sample(if mod(i, 2) == 0 then 1 else 5, 100) then
      n[i] = if mod(i, 2) == 0 then 2 else 4;
    end when;
  end for;
end of_discretes;
