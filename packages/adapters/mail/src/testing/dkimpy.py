"""Verifies the DKIM signatures of mails with dkimpy, as a receiver would. Standard input: {"mails": [text], "records": {name: text}}.
Output: for each mail, the selector of each signature and whether it is valid."""
import json
import re
import sys

import dkim

question = json.load(sys.stdin)
records = {name: text.encode() for name, text in question["records"].items()}


def look_up(name, timeout=5):
    return records.get(name.decode().rstrip("."))


def verify(mail):
    verifier = dkim.DKIM(mail.encode("latin1"))
    signatures = [value for name, value in verifier.headers if name.lower() == b"dkim-signature"]
    return [[selector(value), is_valid(verifier, place)] for place, value in enumerate(signatures)]


def selector(signature):
    return re.search(rb"\bs=([^;]+);", re.sub(rb"\s", b"", signature)).group(1).decode()


def is_valid(verifier, place):
    try:
        return bool(verifier.verify(idx=place, dnsfunc=look_up))
    except dkim.DKIMException:
        return False


json.dump([verify(mail) for mail in question["mails"]], sys.stdout)
