"""Judges the DKIM signatures of mails with dkimpy, each as a receiver would: {"mails": [text], "records": {name: text}} on the standard
input, and for each mail the selector of each signature with whether it is right."""
import json
import re
import sys

import dkim

question = json.load(sys.stdin)
records = {name: text.encode() for name, text in question["records"].items()}


def look_up(name, timeout=5):
    return records.get(name.decode().rstrip("."))


def judge(mail):
    verifier = dkim.DKIM(mail.encode("latin1"))
    signatures = [value for name, value in verifier.headers if name.lower() == b"dkim-signature"]
    return [[selector(value), right(verifier, place)] for place, value in enumerate(signatures)]


def selector(signature):
    return re.search(rb"\bs=([^;]+);", re.sub(rb"\s", b"", signature)).group(1).decode()


def right(verifier, place):
    try:
        return bool(verifier.verify(idx=place, dnsfunc=look_up))
    except dkim.DKIMException:
        return False


json.dump([judge(mail) for mail in question["mails"]], sys.stdout)
