//! ends EMODEL
//! says too many
//! 2.5: n = 3
model assert_in_function_of_when
  function next
    input Integer n;
    output Integer m;
  algorithm
    assert(n < 3, "too many");
    m := n + 1;
  end next;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    n = next(pre(n));
  end when;
  annotation(experiment(StopTime = 5));
end assert_in_function_of_when;
