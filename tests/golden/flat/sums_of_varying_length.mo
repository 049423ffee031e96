model sums_of_varying_length
  parameter Integer N = 50;
  function prefix
    input Real x[:];
    input Integer n;
    output Real s, m, largest;
  protected
    Integer k = 0;
  algorithm
    s := 0;
    while sum(x[i] for i in 1:k) < 10 and k < n loop
      k := k + 1;
    end while;
    for i in 1:n loop
      s := s + sum(x[j]*x[i] for j in i:n);
    end for;
    m := product(x[i] for i in 1:2:n);
    largest := max(x[i] for i in 1:k);
  end prefix;
  Real x[N](each start = 1), c[N], s, p, d[N];
  discrete Integer n(start = 3);
  discrete Real e[N];
equation
  der(x) = -x;
  c = {sum(x[j] for j in 1:i) for i in 1:N};
  (s, p) = prefix(x, n);
  d = {min(x[j] for j in i:N) for i in 1:N};
  when x[1] < 0.5 then
    n = 4;
    for i in 1:N loop
      e[i] = sum(x[j] for j in 1:i);
    end for;
  end when;
end sums_of_varying_length;
