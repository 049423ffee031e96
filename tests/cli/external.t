Functions in C are compiled with the model, named, and can be refused.

$ mkdir c && printf 'double gain_of(double x);\n' > c/gain.h && printf 'double gain_of(double x) { return -2*x; }\n' > c/gain.c
$ ${CC:-cc} -shared -fPIC -o c/libgain.so c/gain.c
$ cat > ext.mo << 'END'
> model ext
>   function f
>     input Real x;
>     output Real y;
>     external "C" y = gain_of(x) annotation(Include = "#include \"gain.h\"", IncludeDirectory = "c",
>       Library = "gain", LibraryDirectory = "c");
>   end f;
>   Real x(start = 1, fixed = true);
> equation
>   der(x) = f(x);
>   annotation(experiment(StopTime = 1));
> end ext;
> END
$ saltus run ./ext.mo --no-plot --quiet --quiet --tol 1e-4 --no-estimate -o x.csv; tail -1 x.csv
1,0.1353...

$ saltus run ext.mo --no-plot --tol 1e-4 --interpret --no-estimate -o y.csv 2>&1 > /dev/null | head -1; cmp x.csv y.csv
ext.mo:5:5: warning: the derivatives of external function 'f' come from differences of its values

$ saltus explain ext.mo 2> /dev/null | grep external
...external function 'f'...

$ saltus run ext.mo --no-external
ext.mo:5:5: error: external function 'f' is refused, as was asked for
    5 |     external "C" y = gain_of(x) annotation(Include = "#include \"gain.h\"", IncludeDirectory = "c",
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
      = hint: without --no-external it is compiled and run
[3]

$ printf 'double gain_off(double x);\n' > c/gain.h && saltus check ext.mo 2>&1 | grep -o "external function 'f' cannot be compiled"
external function 'f' cannot be compiled
