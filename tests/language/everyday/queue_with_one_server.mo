//! 10.5: n = 4
//! 10.5: served = 6
model queue_with_one_server
  "arrivals and services, in the order of an algorithm"
  Integer n(start = 0, fixed = true), served(start = 0, fixed = true);
  discrete Real done(start = 1e9, fixed = true);
algorithm
  when sample(1, 1) then
    n := pre(n) + 1;
    if n == 1 then done := time + 1.5; end if;
  end when;
  when time >= done then
    n := n - 1; served := served + 1;
    done := if n > 0 then time + 1.5 else 1e9;
  end when;
end queue_with_one_server;
