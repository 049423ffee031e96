model M "a \d b \n"
  Real 'a\qb';
end M;
