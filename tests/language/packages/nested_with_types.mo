//! 0: y = 12
//! 0: s[2] = 4
//! 0: k = 2
//! model use
package Lib
  type Level = enumeration(low, high);
  type Triple = Real[3];
  constant Triple base = {2, 4, 6};
  constant Integer n = size(base, 1);
  package Inner
    function total
      input Real x[:];
      output Real y;
    algorithm
      y := sum(x);
    end total;
  end Inner;
end Lib;
model use
  import Lib.Inner.total;
  import Lib.Level;
  parameter Level level = Level.high;
  Lib.Triple s = Lib.base;
  Real y = total(s);
  Integer k = Integer(level);
end use;
