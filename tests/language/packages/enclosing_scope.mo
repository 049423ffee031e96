//! 0: r = 8
package Outer
  constant Real k = 4;
  model inside
    function twice
      input Real x;
      output Real y = 2*x;
    algorithm
    end twice;
    Real r = twice(k);
  end inside;
end Outer;
//! model Outer.inside
