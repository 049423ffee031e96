What the tables of the methods say.

$ saltus methods
method       order  bound  what it is
qss1             1      1  explicit quantized-state method of order 1
qss2             2      1  explicit quantized-state method of order 2
qss3             3      1  explicit quantized-state method of order 3
qss4             4      1  explicit quantized-state method of order 4
bqss             1   1.01  backward quantization, first order
cqss             1   1.51  centred quantization, first order
liqss1           1      2  linearly implicit quantized-state method of order 1
liqss1-2018      1      2  linearly implicit method of order 1, restated in 2018
liqss2           2      2  improved linearly implicit method of order 2
liqss2-2013      2      2  linearly implicit quantized-state method of order 2
liqss3           3      2  linearly implicit quantized-state method of order 3
liqss4           4      2  linearly implicit quantized-state method of order 4
mliqss1          1      2  modified linearly implicit method of order 1
mliqss2          2      2  modified linearly implicit method of order 2

$ saltus methods mliqss2
mliqss2: modified linearly implicit method of order 2

Stiff models in which pairs of states drive each other: switched converters,
reaction networks. As liqss2 where there are no such pairs, at slightly higher
cost per step.

    order     2
    bound     |q - x| <= 2 quanta
    options   theta band contact
    source    [dmk18] in docs/refs.bib
    try       saltus run buck --method mliqss2

$ saltus methods liqs2
saltus: there is no method 'liqs2'
    = hint: did you mean 'liqss2'? 'saltus methods' lists them all
[2]
