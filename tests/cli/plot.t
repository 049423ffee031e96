saltus plot and saltus convert: result files of all three formats.

$ saltus run bounce -o b.seg -o b.csv -o b.mat --quiet; ls b.*
b.csv
b.mat
b.seg

$ saltus plot b.seg
     A ball that falls, bounces off the floor and loses speed each time (boun?
     qss3, tolerance 0.001
     h [m]
1.0 +****
    |   ***
    |     ***         ******
0.5 +       **     ****    ***
    |        **   **         ***    *********
    |         *****            ** ***       *** **********  *******    *
0.0 +          **               ***           ***        ****     ************
    ++-----------+-----------+-----------+-----------+-----------+-----------+
     v [m/s]
    |          ****              *
    |          *  ****           *****         ***        **       *
    |          *     ****        *   ****      * ****     *****    *****   ***
  0 +***       *        ****     *      ****   *    ****  *   ******   ***** *
    |  ****    *           ****  *         *****       ****       **      **
    |     **** *              ****            **
    |        ***
    ++-----------+-----------+-----------+-----------+-----------+-----------+
    0.0         0.5         1.0         1.5         2.0         2.5          3.0
                                     time [s]

$ saltus plot b.seg --output=b.svg --vars=h --from=1 --to=2 --title='A ball' --marks --density; grep -c '<svg' b.svg
b.svg has the picture
1

$ saltus plot b.csv b.mat --vars=v
     b.csv
     v
    |           **
    |           ****             **
    |           *  ***           ****          ***         *
    |           *    ***         *  ***        * ***      ****     ***     **
  0 +*          *      **        *    ***      *   ***    *  ***   * ***   ***
    |***        *       ***      *      ***    *     ***  *    *** *   *** *
    |  ***      *         ***    *        ***  *       ****      ***     ***
    |    ***    *           ***  *          ****         **        *
    |      *** **             ****            **
    |        ***                **
    |         **
    ++-----------+-----------+-----------+-----------+-----------+-----------+
    0.0         0.5         1.0         1.5         2.0         2.5          3.0
                                     time [s]
     A ball that falls, bounces off the floor and loses speed each time (boun?
     qss3, tolerance 0.001
     v [m/s]
    |           **
    |           ****             ***           *
    |           *  ***           * ***         ****       ***       *
    |           *    ***         *   ***       *  ***     * ***    ****    **
  0 +**         *      ***       *     ***     *    ***   *   ***  *  ***  ***
    | ***       *        ****    *       ***   *      *** *     ****    ****
    |   ***     *           ***  *         *****        ***       **      **
    |     ***  **             ****            **          *
    |       ****                **
    |         **
    ++-----------+-----------+-----------+-----------+-----------+-----------+
    0.0         0.5         1.0         1.5         2.0         2.5          3.0
                                     time [s]

$ saltus plot b.seg --panels=one --log-y -o c.svg && grep -o 'A ball\|bounce' c.svg
c.svg has the picture
A ball
bounce
bounce

$ saltus convert b.seg c.csv --interval=0.01 && cmp b.csv c.csv
$ saltus convert b.seg c.mat --vars=h && saltus convert c.mat d.csv && head -2 d.csv
time,h
0,1

$ saltus convert b.csv c.seg && saltus convert c.seg d.csv --interval=0.5 && head -3 d.csv
time,h,v
0,1,0
0.5,0.1602528662630182,3.068004452526037

$ head -c 1000 b.seg > cut.seg; saltus plot cut.seg -o cut.svg
saltus: warning: cut.seg ends at t = 0 and was not completed
cut.svg has the picture

$ head -c 10 b.seg > cut.seg; saltus plot cut.seg -o cut.svg
saltus: cut.seg: not a result file
[1]

$ saltus plot nothing.seg
saltus: nothing.seg: No such file or directory
[1]

$ saltus plot b.seg --vars=nobody
saltus: nothing in the file matches 'nobody'
[1]

$ saltus plot b.seg --from=5 --to=6
saltus: b.seg ends at t = 3, before --from
[1]

$ saltus plot b.seg b.csv -o x.svg
saltus: one --output for 2 files
    = hint: draw them one by one
[2]

$ saltus convert b.seg b.xls
saltus: 'b.xls' does not end in .csv, .mat, .seg, .pdm, .json, .cir, .net, .sp or .mo
    = hint: the ending says which format it is
[2]

$ saltus convert nothing.seg x.csv
saltus: nothing.seg: No such file or directory
[1]

$ echo 'a,b' > x.csv; saltus convert x.csv y.seg
saltus: x.csv: not a result file: line 1 does not begin with a column 'time' or 't'
[1]

$ printf 'time,x\n0,1\n1,oops\n' > x.csv; saltus convert x.csv y.seg
saltus: x.csv: line 3: 'oops' is not a number (field 2)
[1]

$ saltus convert b.seg nowhere/x.csv
saltus: b.seg: cannot write 'nowhere/x.csv': No such file or directory
[1]

$ saltus run bounce -o c.seg -q; saltus plot c.seg --xy h,v -q
     A ball that falls, bounces off the floor and loses speed each time (boun?
     v [m/s]
    |   *********
    |   ************************
    |   ********************    ***********
    |   ****************   *******        *******
  0 +   *  ***** ***   ***       ***            ***                       *
    |   *    *** ***   ***       ***            ***                     ***
    |   ****************  *******        ********                *******
    |   *******************   ************            ************
    |   ***********************        ****************
    |   *******    *********************
    |   ************
    +---+------------+------------+-------------+------------+------------+---
       0.0          0.2          0.4           0.6          0.8          1.0
                                       h [m]

$ saltus plot c.seg --xy h,v -o c.pdf; head -c 5 c.pdf; echo; saltus plot c.seg --xy h,v -o d.pdf -q; cmp c.pdf d.pdf
c.pdf has the picture
%PDF-

$ saltus plot c.seg --xy 'h,h*v' --from 1 -o c.svg; grep -c '<svg' c.svg
c.svg has the picture
1

$ saltus plot c.seg --xy h
saltus: --xy: 'h' has no second signal; --xy X,Y
[2]

$ saltus plot c.seg --xy h,w
saltus: --xy: the file has no variable 'w'
    xy(h, w)
          ^
[2]

$ printf 'time,v\n0,1\n0.01,1\n0.01,-1\n0.02,-1\n' > square.csv; saltus plot square.csv --spectrum v --f0 50 --harmonics 9
v: 0 s to 0.02 s, 1 period; mean 0, rms 1, fundamental 1.273, THD 48.34 %
     square.csv
     0 s to 0.02 s, 1 period; mean 0, rms 1, fundamental 1.273, THD 48.34 %
     v, amplitude
    |          *
    |          *
1.0 +          *
    |          *
    |          *
0.5 +          *
    |          *              *
    |          *              *              *
    |          *              *              *             *              *
0.0 +   *      *       *      *      *       *      *      *       *      *
    +---+--------------+-------------+--------------+--------------+----------
        0             100           200            300            400
                                  frequency [Hz]

$ saltus plot square.csv --spectrum v
saltus: --spectrum needs --f0, the frequency of the fundamental
[2]

$ saltus plot square.csv --spectrum v --f0 10
saltus: --spectrum: harmonics: the window from 0 to 0.02 is shorter than a period of 0.1
[1]

$ saltus plot square.csv --last 0.005 --from 0
saltus: --last counts from the end: --from and --to do not fit it
[2]

$ printf 'time,a,b,c,d,e,f,g,h,x[1],x[2]\n0,1,2,3,4,5,6,7,8,9,10\n1,2,3,4,5,6,7,8,9,10,11\n' > many.csv; saltus plot many.csv > /dev/null
8 of 10 variables are drawn: a, b, c, d, e, f, g, h; --vars NAME,... chooses others
