"""Judges senders by SPF records with pyspf, each as a receiver would. On the standard input {"dns": {name: {type: [value]}},
"cases": [{"record": text, "domain": name, "senders": [{"ip": address, "from": address}]}], "voids": number}; for each case and sender the
result, and how many look-ups were made and how many of them found nothing. More than `voids` of those are an error."""
import json
import sys

import spf

question = json.load(sys.stdin)
READ = {"A": str, "AAAA": str, "MX": lambda host: (10, host), "TXT": lambda text: [text.encode()]}


def look_up(name, qtype, strict=True, timeout=20):
    values = question["dns"].get(name.lower().rstrip("."), {}).get(qtype.lower(), [])
    return [((name, qtype), READ[qtype](value)) for value in values] if qtype in READ else []


spf.DNSLookup = look_up
spf.MAX_VOID_LOOKUPS = question["voids"]


def judge(case, sender):
    query = spf.query(sender["ip"], sender["from"], case["domain"])
    result = query.check(spf=case["record"])[0]
    return {"result": result, "lookups": query.lookups, "voids": query.void_lookups}


json.dump([[judge(case, sender) for sender in case["senders"]] for case in question["cases"]], sys.stdout)
