//! 0: a = true
//! 0: b = false
model mutual_recursion
  function even
    input Integer n;
    output Boolean b;
  algorithm
    b := if n == 0 then true else odd(n - 1);
  end even;
  function odd
    input Integer n;
    output Boolean b;
  algorithm
    b := if n == 0 then false else even(n - 1);
  end odd;
  Boolean a = even(10), b = even(7);
end mutual_recursion;
