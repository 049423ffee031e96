//! 1.5: m[2,2] = 2
//! 1.5: m[3,3] = 6
model nested_loops_in_body
  "Pascal's triangle"
  Integer m[3, 3](each start = 1, each fixed = true);
equation
  when time > 1 then
    for i in 1:3 loop
      m[1, i] = 1;
    end for;
    for i in 2:3 loop
      m[i, 1] = 1;
      for j in 2:3 loop
        m[i, j] = m[i-1, j] + m[i, j-1];
      end for;
    end for;
  end when;
end nested_loops_in_body;
