//! 0: kk = 3
//! 1: y = 6 +- 1e-6
model global_extremum_by_index
  function argmax
    input Real x[:];
    output Integer k = 1;
    output Real m;
  algorithm
    for i in 2:size(x, 1) loop
      if x[i] > x[k] then
        k := i;
      end if;
    end for;
    m := x[k];
  end argmax;
  Integer kk = argmax({1, 5, 7, 2});
  Real x(start = 1, fixed = true), y;
equation
  der(x) = 1;
  (, y) = argmax({x, 2*x, 3*x, -x});
end global_extremum_by_index;
