# SPDX-License-Identifier: MIT
"""check_seg.py folder - a second reader of segment files, written from docs/file-formats.md alone, agrees with the first.

It reads result.seg, computes rows from the segments, and compares them with changes.csv, which the library wrote.
"""
import csv
import struct
import sys
import zlib


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def text(data, at):
    n, at = varint(data, at)
    assert data[at + n] == 0
    return data[at:at + n].decode('utf-8'), at + n + 1


def blocks(data):
    assert data[:8] == b'\x89SEG\r\n\x1a\n' and struct.unpack('<HHI', data[8:16]) == (1, 0, 0)
    at, expected = 16, 0
    while at < len(data):
        crc, length, kind, flags, zero, records, number, first, last = struct.unpack('<IIBBHIQdd', data[at:at + 40])
        assert crc == zlib.crc32(data[at + 4:at + 40 + length]) and number == expected and zero == 0
        yield kind, flags, records, first, last, data[at + 40:at + 40 + length]
        at, expected = at + 40 + length, expected + 1
    assert at == len(data)


def header(data):
    model, at = text(data, 0)
    t0, t1, interval = struct.unpack('<ddd', data[at:at + 24])
    n, at = varint(data, at + 24)
    columns = []
    for _ in range(n):
        kind, value = data[at], None
        at += 1
        if kind == 2:
            value, at = struct.unpack('<d', data[at:at + 8])[0], at + 8
        name, at = text(data, at)
        unit, at = text(data, at)
        about, at = text(data, at)
        columns.append((kind, value, name, unit, about))
    lists = []
    for words in 1, 2:
        n, at = varint(data, at)
        items = []
        for _ in range(n * words):
            item, at = text(data, at)
            items.append(item)
        lists.append(items)
    assert at == len(data)
    return model, t0, t1, interval, columns, lists[0], lists[1]


def records(data, count):
    at, t, column = 0, None, 0
    for _ in range(count):
        start, at = data[at], at + 1
        if start & 8:
            t, at = struct.unpack('<d', data[at:at + 8])[0], at + 8
        index = start >> 4
        if index == 15:
            index, at = varint(data, at)
        if start & 7 == 7:
            yield 'event', t, index, struct.unpack('b', data[at:at + 1])[0]
            at += 1
        else:
            column += index // 2 if index % 2 == 0 else -(index + 1) // 2
            n = (start & 7) + 1
            yield 'segment', t, column, struct.unpack(f'<{n}d', data[at:at + 8 * n])
            at += 8 * n
    assert at == len(data)


def value(piece, t):
    start, c = piece
    v = 0.0
    for coefficient in reversed(c):
        v = v * (t - start) + coefficient
    return v


folder = sys.argv[1]
data = open(f'{folder}/result.seg', 'rb').read()
head, now, events, rows, end = b'', {}, [], {}, None
for kind, flags, count, first, last, payload in blocks(data):
    if kind == 1:
        head += payload
    elif kind == 2:
        for what, t, k, more in records(payload, count):
            if what == 'event':
                events.append((t, k, more))
                continue
            now[k] = (t, more)
            rows[t] = {j: value(piece, t) for j, piece in now.items()}
    elif kind == 5:
        t_end, index, total = struct.unpack('<dQQ', payload[:24])
        n, at = varint(payload, 24)
        end = (t_end, payload[at:at + n], total)
        assert payload[-8:] == b'seg-end\n' and struct.unpack('<Q', payload[-16:-8])[0] == len(data) - 40 - len(payload)
model, t0, t1, interval, columns, marks, notes = header(head)
assert (model, t0, t1, interval, marks) == ('ball', 0, 125, 0, ['hit'])
assert notes == ['method', 'liqss2', 'rel', '0.001']
assert columns[0] == (0, None, 'x', 'm', 'position') and columns[2] == (2, 0.1 + 0.2, 'mass', 'kg', 'of the ball')
assert len(events) == 63 and all(k == 0 and d == -1 for _, k, d in events)
assert end == (125, b'ok', 2000 + 3 * 63)
rows[125.0] = {j: value(piece, 125.0) for j, piece in now.items()}
with open(f'{folder}/changes.csv', newline='', encoding='utf-8') as file:
    table = list(csv.reader(file))[1:]
last = {float(row[0]): row for row in table}  # of two rows at one time the second
assert len(last) == len(rows)
for t, row in last.items():
    assert [float(v) for v in row[1:]] == [rows[t][0], rows[t][1], rows[t][3]], row
print('ok: a reader made from the documentation agrees')
