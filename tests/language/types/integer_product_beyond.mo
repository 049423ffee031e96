//! ends EMODEL
//! says is beyond the range of Integers
model integer_product_beyond
  function factorial
    input Integer n;
    output Integer f = 1;
  algorithm
    for i in 1:n loop
      f := f*i;
    end for;
  end factorial;
  Integer n(start = 0, fixed = true), last(start = 0, fixed = true);
equation
  when sample(1, 1) then
    n = pre(n) + 3;
    last = mod(factorial(n), 7);
  end when;
  annotation(experiment(StopTime = 10));
end integer_product_beyond;
