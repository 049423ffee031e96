//! 0.5: n = 7
//! 1.5: n = 22
//! 2.5: n = 11
//! 3.5: n = 34
//! 3.5: most = 34
model in_when_bodies
  "Collatz"
  function collatz
    input Integer n;
    output Integer m;
    output Boolean even;
  algorithm
    even := mod(n, 2) == 0;
    if even then
      m := div(n, 2);
    else
      m := 3*n + 1;
    end if;
  end collatz;
  Integer n(start = 7, fixed = true), most(start = 7, fixed = true);
  Boolean even(start = false, fixed = true);
algorithm
  when sample(1, 1) then
    (n, even) := collatz(n);
    most := max(most, n);
  end when;
end in_when_bodies;
