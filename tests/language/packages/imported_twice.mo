//! 0: a = 1
//! 0: b = 1
//! 0: c = 2
//! model imported_twice
package A
  model Part
    Real y = 1;
  end Part;
  model Other
    Real y = 1;
  end Other;
end A;
package B
  model Part
    Real y = 2;
  end Part;
  model Other
    Real y = 2;
  end Other;
end B;
model imported_twice "the order of imports decides what Part is; Other is imported by name"
  import A.*;
  import B.*;
  import B.Other;
  Part part;
  A.Part whole;
  Other other;
  Real a = part.y, b = whole.y, c = other.y;
end imported_twice;
