//! 0: s = 15
//! 1: y = 4 +- 1e-6
model recursion_with_arrays
  "halves the vector until one element remains"
  function halves
    input Real x[:];
    output Real s;
  protected
    Integer n = size(x, 1);
  algorithm
    if n == 1 then
      s := x[1];
      return;
    end if;
    s := halves(x[1:div(size(x, 1), 2)]) + halves(x[div(size(x, 1), 2)+1:size(x, 1)]);
  end halves;
  Real s = halves({1, 2, 3, 4, 5});
  Real x(start = 0, fixed = true);
  Real y = halves({x, 2*x, x});
equation
  der(x) = 1;
end recursion_with_arrays;
