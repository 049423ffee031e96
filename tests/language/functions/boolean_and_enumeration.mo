//! 0: a = true
//! 0: b = 2
//! 0: c = false
model boolean_and_enumeration
  type Mode = enumeration(off, slow, fast);
  function faster
    input Mode m;
    output Mode n;
  algorithm
    n := if m == Mode.off then Mode.slow else Mode.fast;
  end faster;
  function xor
    input Boolean a;
    input Boolean b;
    output Boolean c = a <> b;
  algorithm
  end xor;
  Boolean a = xor(true, false), c = xor(true, time < 1);
  Mode b = faster(Mode.off);
end boolean_and_enumeration;
