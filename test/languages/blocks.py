"""Runs programs in the current folder: JSON of them on standard input, what each prints or how it fails on standard output."""
import contextlib
import io
import json
import sys
import traceback

results = []
for code in json.load(sys.stdin):
    printed = io.StringIO()
    failure = None
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "program", "exec"), {"__name__": "__main__"})
    except Exception:
        failure = traceback.format_exc(limit=-2)
    results.append({"printed": printed.getvalue(), "failure": failure})
print(json.dumps(results))
