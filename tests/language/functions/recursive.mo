//! 0: r = 120
//! 0: f10 = 55
model recursive
  function factorial
    input Integer n;
    output Integer r;
  algorithm
    r := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function fibonacci
    input Integer n;
    output Integer r;
  algorithm
    if n < 2 then
      r := n;
      return;
    end if;
    r := fibonacci(n - 1) + fibonacci(n - 2);
  end fibonacci;
  Integer r = factorial(5);
  Integer f10 = fibonacci(10);
end recursive;
