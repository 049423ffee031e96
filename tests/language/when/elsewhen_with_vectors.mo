//! 0.5: k = 0
//! 1.5: k = 1
//! 2.5: k = 11
//! 3.5: k = 12
//! 4.5: k = 112
//! 5.5: k = 122
model elsewhen_with_vectors
  Integer k(start = 0, fixed = true);
equation
  when {time > 1, time > 3} then
    k = pre(k) + 1;
  elsewhen {time > 2, time > 5} then
    k = pre(k) + 10;
  elsewhen time > 4 then
    k = pre(k) + 100;
  end when;
end elsewhen_with_vectors;
