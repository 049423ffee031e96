model run_time_slice
  function head
    input Real x[:];
    input Integer n;
    output Real s;
  algorithm
    s := sum(x[1:n]);
  end head;
  Integer k = integer(time) + 1;
  Real y = head({1, 2, 3, 4}, k);
end run_time_slice;
