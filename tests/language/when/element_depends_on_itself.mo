model element_depends_on_itself
  Integer a[3](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    for i in 1:3 loop
      a[i] = a[i] + 1;
    end for;
  end when;
end element_depends_on_itself;
