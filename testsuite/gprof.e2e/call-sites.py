# call-sites.py -- uses many functions of the interpreter, for so many ms.
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import re
import sys
import time

end = time.process_time() + int(sys.argv[1]) / 1000


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


def numbers(n):
    for i in range(n):
        yield i * 7919 % 1009


while time.process_time() < end:
    fib(12)
    sorted(map(Key, numbers(200)))
    sorted((str(i) for i in range(300)), key=lambda text: text[::-1])
    json.loads(json.dumps({str(i): [i] * 3 for i in range(100)}))
    re.sub(r"(\d+)x", lambda match: match.group(1) + "y", "12x34x" * 50)
    for i in range(30):
        try:
            {}[i]
        except KeyError:
            pass
