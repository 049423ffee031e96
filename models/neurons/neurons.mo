model neurons "A network of spiking neurons: integrate and fire, with synapses that decay"
  parameter Integer N = 1000 "neurons";
  parameter Integer M = 10 "synapses from each neuron";
  parameter Integer target[N, M] = {{mod(i*(37 + 12*k) + 101*k, N) + 1 for k in 1:M} for i in 1:N};
  parameter Real tau = 20 "of the membrane, ms";
  parameter Real taus = 5 "of the synapses, ms";
  parameter Real threshold = 1, rest = 0;
  parameter Real weight[N] = {if mod(i, 5) == 0 then -0.2 else 0.06 for i in 1:N} "every fifth inhibits";
  parameter Real drive[N] = {0.95 + 0.15*mod(i*17, 101)/100 for i in 1:N};
  Real v[N](start = {mod(i*29, 97)/97 for i in 1:N}, each fixed = true) "membranes";
  Real g[N](each start = 0, each fixed = true) "synaptic currents";
  Integer spikes(start = 0, fixed = true) "so far";
algorithm
  for i in 1:N loop
    when v[i] > threshold then
      reinit(v[i], rest);
      spikes := spikes + 1;
      for k in 1:M loop
        reinit(g[target[i, k]], g[target[i, k]] + weight[i]);
      end for;
    end when;
  end for;
equation
  for i in 1:N loop
    tau*der(v[i]) = drive[i] - v[i] + g[i];
    taus*der(g[i]) = -g[i];
  end for;
  annotation(experiment(StopTime = 200, Interval = 0.5), __Saltus_method = "qss2",
             __Saltus_watch = {"v[1]", "v[2]", "v[3]", "spikes"});
end neurons;
