//! 0.5: a = 0
//! 1.5: a = 1
//! 1.5: b = 1
//! 4.5: a = 3
//! 4.5: b = 5
model several_outputs_in_when_equation
  function fib
    input Integer a;
    input Integer b;
    output Integer c;
    output Integer d;
  algorithm
    c := b;
    d := a + b;
  end fib;
  Integer a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  when sample(1, 1) then
    (a, b) = fib(pre(a), pre(b));
  end when;
end several_outputs_in_when_equation;
