% SPDX-License-Identifier: MIT
% check_mat.m - MAT files as Octave reads them have names, values and times of the CSV files beside them, bit for bit.
%     octave-cli --norc check_mat.m folder
folder = argv(){end};
expect = {'time', 'x', 'grid.u[1,2]', 'mass', 'on', 'tiny'};
for file = {'rows', 'changes'}
    s = load(fullfile(folder, [file{1} '.mat']));
    assert(deblank(s.Aclass(1, :)), 'Atrajectory');
    assert(deblank(s.Aclass(4, :)), 'binTrans');
    assert(cellfun(@deblank, cellstr(s.name')', 'UniformOutput', false), expect);
    assert(deblank(s.description(:, 1)'), 'model=ball; method=liqss2; rel=0.001 [s]');
    lines = strsplit(strtrim(fileread(fullfile(folder, [file{1} '.csv']))), "\n");
    assert(lines{1}, 'time,x,"grid.u[1,2]",on');
    rows = zeros(numel(lines) - 1, 4);
    for i = 2:numel(lines)
        rows(i - 1, :) = sscanf(lines{i}, '%f,%f,%f,%f')';
    end
    assert(s.data_2, rows');
    assert(s.dataInfo, [0 2 2 1 2 1; 1 2 3 2 4 3; 0 0 0 0 0 0; -1 -1 -1 0 -1 0]);
    assert(s.data_1, [0 125; 0.1 + 0.2, 0.1 + 0.2; 4.9e-324, 4.9e-324]);
end
disp('ok: Octave reads what was written');
