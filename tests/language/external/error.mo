//! ends EMODEL
//! says it is too much
// A function in C that is ModelicaError is an assertion that fails
model error
  function report
    input String string "what it says";
    external "C" ModelicaError(string);
  end report;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    report("it is too much");
  end when;
  annotation(experiment(StopTime = 1));
end error;
