//! 1: x = 0.367879441171442 +- 1e-3
model b12 "expandable never used"
  package P
    expandable connector Bus
    end Bus;
    model M
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
    end M;
  end P;
  extends P.M;
end b12;
