import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test("a free port isn't one that the kernel may give away in the meantime, and is handed out only once", async () => {
  const [lowest] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/u).map(Number);
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(lowest ?? 0);
  expect(new Set(ports).size).toBe(ports.length);
});
