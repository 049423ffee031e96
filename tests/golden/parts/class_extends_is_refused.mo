model Base
  replaceable model Load
    Real x = 1;
  end Load;
  Load load;
end Base;

model Special
  extends Base;
  redeclare model extends Load
    Real y = 2;
  end Load;
end Special;
