"""Judges senders by SPF records with pyspf, each as a receiver would. On the standard input {"dns": {name: {type: [value]}},
"cases": [{"record": text, "domain": name, "senders": [{"ip": address, "from": address}]}]}; for each case whether each sender passes."""
import json
import sys

import spf

question = json.load(sys.stdin)
READ = {"A": str, "AAAA": str, "MX": lambda host: (10, host), "TXT": lambda text: [text.encode()]}


def look_up(name, qtype, strict=True, timeout=20):
    values = question["dns"].get(name.lower().rstrip("."), {}).get(qtype.lower(), [])
    return [((name, qtype), READ[qtype](value)) for value in values] if qtype in READ else []


spf.DNSLookup = look_up
# How many names hold nothing depends on what others publish, and no rule can know it.
spf.MAX_VOID_LOOKUPS = 1000


def passes(case, sender):
    query = spf.query(sender["ip"], sender["from"], case["domain"])
    return query.check(spf=case["record"])[0] == "pass"


json.dump([[passes(case, sender) for sender in case["senders"]] for case in question["cases"]], sys.stdout)
