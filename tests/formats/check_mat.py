# SPDX-License-Identifier: MIT
"""check_mat.py folder - MAT files as scipy reads them have names, values and times of the CSV files beside them, bit for bit."""
import csv
import sys

import numpy
import scipy.io

EXPECT_NAMES = ['time', 'x', 'grid.u[1,2]', 'mass', 'on', 'tiny']
EXPECT_TEXTS = ['model=ball; method=liqss2; rel=0.001 [s]', 'position [m]', '[V]', 'of the ball [kg]', '',
                'a very small number']


def texts(matrix):
    return [''.join(column).rstrip() for column in matrix.T]


def table(path):
    with open(path, newline='', encoding='utf-8') as file:
        rows = list(csv.reader(file))
    return rows[0], numpy.array([[float(v) for v in row] for row in rows[1:]])


def check(folder, name):
    mat = scipy.io.loadmat(f'{folder}/{name}.mat', chars_as_strings=False)
    assert [''.join(row).rstrip() for row in mat['Aclass']] == ['Atrajectory', '1.1', '', 'binTrans']
    assert texts(mat['name']) == EXPECT_NAMES, texts(mat['name'])
    assert texts(mat['description']) == EXPECT_TEXTS, texts(mat['description'])
    names, rows = table(f'{folder}/{name}.csv')
    assert mat['data_2'].shape == rows.T.shape, (mat['data_2'].shape, rows.shape)
    fixed = {'mass': 0.1 + 0.2, 'tiny': 5e-324}
    for k, column in enumerate(EXPECT_NAMES):
        where, row, interpolation, outside = mat['dataInfo'][:, k]
        assert interpolation == 0 and row > 0
        if column in fixed:
            assert where == 1 and outside == 0 and (mat['data_1'][row - 1] == fixed[column]).all()
        else:
            assert where == (0 if column == 'time' else 2) and outside == -1
            assert (mat['data_2'][row - 1] == rows[:, names.index(column)]).all(), column
    assert mat['data_1'][0].tolist() == [0, 125]


for name in 'rows', 'changes':
    check(sys.argv[1], name)
print('ok: scipy reads what was written')
