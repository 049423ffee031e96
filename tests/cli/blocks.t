saltus blocks: what the tables of the blocks say.

$ saltus blocks > list; head -4 list

'saltus blocks NAME' describes one.
Integrators and linear systems
  integrator          Quantized integrator, with reset and limits
  integrate_and_fire  Integrator that fires at a threshold and starts again
  pure_integrator     Exact integral of a signal

$ saltus blocks gain
gain: Its input times a constant

y = k u, exact. For a vector, k may have a number for each element. A matrix
times a vector is `matrix_gain`.

Inputs
  u                   signal: argument

Outputs
  y                   signal: result

Parameters (defaults in brackets)
  k                   number: factor [required]

Results (NAME is that of the block)
  NAME.y              result

$ saltus blocks integratr
saltus: there is no block 'integratr'
    = hint: did you mean 'integrator'?
[2]

$ saltus blocks gain sum
saltus: 'sum' is one too many: usage is 'saltus blocks [BLOCK]'
    = hint: 'saltus blocks --help' shows the options
[2]

$ saltus blocks --markdown > page; grep -c '^### ' page > a; saltus blocks --quiet | grep -c '^  ' > b; cmp a b
$ awk 'length > 100' list
