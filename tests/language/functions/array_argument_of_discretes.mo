//! 0.5: y = 0
//! 1.5: y = 3
//! 1.5: on = true
model array_argument_of_discretes
  function count
    input Boolean b[:];
    output Integer n = 0;
  algorithm
    for i in 1:size(b, 1) loop
      if b[i] then
        n := n + 1;
      end if;
    end for;
  end count;
  Boolean b[3] = fill(time > 1, 3);
  Integer y = count(b);
  Boolean on = count(b) > 2;
end array_argument_of_discretes;
