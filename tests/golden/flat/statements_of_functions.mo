model statements_of_functions
  function collatz
    input Integer start;
    output Integer steps = 0;
  protected
    Integer n = start;
  algorithm
    while n > 1 loop
      if mod(n, 2) == 0 then
        n := div(n, 2);
      else
        n := 3*n + 1;
      end if;
      steps := steps + 1;
      if steps > 1000 then
        break;
      end if;
    end while;
    assert(steps < 1000, "too many");
  end collatz;
  function partial_sums
    input Real x[:];
    input Integer n;
    output Real y[size(x, 1)];
    output Real s;
  algorithm
    y := zeros(size(x, 1));
    for i in 1:n loop
      y[i] := sum(x[j] for j in 1:i);
    end for;
    s := sum(x[k]^2 for k in 1:n);
    for i in {1, 3} loop
      s := s + x[i];
    end for;
    y := y[end:-1:1];
    for i in 1:3 loop
      s := s + sum(x[1:i]);
    end for;
  end partial_sums;
  function matrix
    input Real a;
    output Real M[2, 3];
  algorithm
    for i in 1:2, j in 1:3 loop
      M[i, j] := a*i + j;
    end for;
    M[1, :] := M[2, :];
    M := M + ones(2, 3);
  end matrix;
  Real x[4](each start = 1), y[4], s, M[2, 3];
  discrete Integer k(start = 0);
equation
  der(x) = -x;
  (y, s) = partial_sums(x, 3);
  M = matrix(x[1]);
  when x[1] < 0.5 then
    k = collatz(7 + pre(k));
  end when;
end statements_of_functions;
