model triangle
  parameter Integer N = 100000;
  Real x[N];
equation
  for i in 1:N loop
    for j in 1:i loop
      x[j] = i + j;
    end for;
  end for;
end triangle;
