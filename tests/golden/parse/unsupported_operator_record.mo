package P
  operator record C
    Real re;
  end C;
  expandable connector D
  end D;
end P;
