//! 0: a = 4
//! 0: b = 2
model while_break_return
  function firstAbove
    input Real limit;
    output Integer n = 0;
  algorithm
    while true loop
      n := n + 1;
      if n^2 > limit then
        break;
      end if;
    end while;
  end firstAbove;
  function early
    input Real x;
    output Integer n;
  algorithm
    n := 1;
    if x > 0 then
      n := 2;
      return;
    end if;
    n := 3;
  end early;
  Integer a = firstAbove(10);
  Integer b = early(1);
end while_break_return;
