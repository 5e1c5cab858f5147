import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dnsZonesConformance, type Harness } from './conformance.ts';
import { startEmbeddedDns } from './embedded.ts';
import { dig } from './testing/dig.ts';
import { IDENTITY, startEmbeddedHarness } from './testing/start-embedded-harness.ts';
import { decodeMessage } from './wire/dns-message.ts';

dnsZonesConformance('the embedded name server', startEmbeddedHarness);

describe('the embedded name server', () => {
  let harness: Harness & { dir: string };
  beforeAll(async () => {
    harness = await startEmbeddedHarness();
    await harness.zones.createZone('kept.test');
    await harness.zones.upsertRecordSet('kept.test', {
      type: 'A',
      host: 'www',
      ttlSeconds: 600,
      values: ['192.0.2.1'],
    });
    const alias = { type: 'CNAME', host: 'alias', ttlSeconds: 600, values: ['www.kept.test'] } as const;
    await harness.zones.upsertRecordSet('kept.test', { ...alias, values: [...alias.values] });
  });
  afterAll(() => harness.stop());

  test('serves the same zones with the same serial after a restart, whatever else a crash left in the folder [DNS-02]', async () => {
    const first = await startEmbeddedHarness();
    await first.zones.createZone('kept.test');
    await first.zones.upsertRecordSet('kept.test', { type: 'A', host: '@', ttlSeconds: 600, values: ['192.0.2.1'] });
    const before = await first.zones.readZone('kept.test');
    await writeFile(join(first.dir, 'kept.test.zone.json.new'), '{"zoneName":');
    await first.zones.close();
    const second = await startEmbeddedDns({ dir: first.dir, host: first.host, port: 0, identity: IDENTITY });
    expect(await second.zones.readZone('kept.test')).toEqual(before);
    expect((await dig({ host: first.host, port: second.port }, 'kept.test', 'A')).answers).toHaveLength(1);
    await second.zones.upsertRecordSet('kept.test', { type: 'A', host: 'b', ttlSeconds: 600, values: ['192.0.2.1'] });
    expect((await readdir(first.dir)).filter((name) => name.endsWith('.new'))).toEqual([]);
    await second.zones.close();
    await first.stop();
  });

  test('refuses to listen on an address that other machines can reach', async () => {
    await expect(startEmbeddedDns({ dir: harness.dir, host: '0.0.0.0', port: 0, identity: IDENTITY })).rejects.toThrow(
      'loopback',
    );
  });

  test('refuses zone transfers, other classes and updates, finds nothing at names of unusual bytes, and answers ANY with one record', async () => {
    expect((await dig(harness, 'kept.test', 'AXFR')).text).toContain('Transfer failed');
    expect(await dig(harness, '-c', 'CH', '-t', 'TXT', 'version.bind')).toMatchObject({ status: 'REFUSED' });
    expect(await dig(harness, '-c', 'CLASS300', '-t', 'A', 'kept.test')).toMatchObject({ status: 'REFUSED' });
    expect(await dig(harness, '+opcode=update', 'kept.test', 'SOA')).toMatchObject({ status: 'NOTIMP' });
    expect((await dig(harness, '+notcp', 'kept.test', 'ANY')).answers).toEqual([
      'kept.test. 3600 IN HINFO "RFC8482" ""',
    ]);
    // PowerDNS answers SERVFAIL to such names.
    for (const name of ['\\000.kept.test', '\\195\\188.kept.test'])
      expect((await dig(harness, name, 'A')).text).toMatch(/status: NXDOMAIN[^]*^;\\\d+[^]*IN\s+SOA/m);
    expect((await dig(harness, '+notcp', 'alias.kept.test', 'ANY')).answers).toEqual([
      'alias.kept.test. 600 IN CNAME www.kept.test.',
    ]);
    expect(await dig(harness, '+edns=1', '+noednsneg', 'kept.test', 'SOA')).toMatchObject({ status: 'BADVERS' });
  });

  test('garbage gets an error or nothing, and the server keeps answering', async () => {
    const socket = createSocket('udp4');
    const query = (bytes: Uint8Array) => socket.send(bytes, harness.port, harness.host);
    for (const bytes of fc.sample(fc.uint8Array({ minLength: 1, maxLength: 80 }), 200)) query(bytes);
    const head = Buffer.from([0x12, 0x34, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0]);
    socket.removeAllListeners('message');
    const answered = new Promise<Buffer>((resolve) => {
      socket.on('message', (bytes: Buffer) => bytes.readUInt16BE(0) === 0x1234 && resolve(bytes));
    });
    query(Buffer.concat([head, Buffer.from([0x3f])]));
    expect((await answered).readUInt16BE(2)).toBe(0x8001);
    // A dot within a label is not a separator.
    const dotted = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    query(Buffer.concat([head, Buffer.from('\u0004www.\u0004kept\u0004test\u0000\u0000\u0001\u0000\u0001', 'latin1')]));
    expect(decodeMessage(await dotted)).toMatchObject({ rcode: 'NXDOMAIN', answers: [] });
    const opt = Buffer.from([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0]);
    const twice = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    query(
      Buffer.concat([
        head.fill(2, 11),
        Buffer.from('\u0004kept\u0004test\u0000\u0000\u0001\u0000\u0001', 'latin1'),
        opt,
        opt,
      ]),
    );
    expect(decodeMessage(await twice)).toMatchObject({ rcode: 'FORMERR', answers: [] });
    socket.close();
    expect((await dig(harness, 'www.kept.test', 'A')).answers).toHaveLength(1);
  });

  test('answers several queries over one TCP connection, even in pieces, and closes it at garbage', async () => {
    const socket = connect(harness.port, harness.host);
    const ask = (id: number) => {
      const name = Buffer.from('\u0003www\u0004kept\u0004test\u0000', 'latin1');
      const message = Buffer.concat([
        Buffer.from([0, id, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        name,
        Buffer.from([0, 1, 0, 1]),
      ]);
      return Buffer.concat([Buffer.from([0, message.length]), message]);
    };
    const stream = Buffer.concat([ask(1), ask(2), ask(3)]);
    socket.write(stream.subarray(0, 50));
    socket.write(stream.subarray(50));
    let received = Buffer.alloc(0);
    while (received.length < 3 * 48) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      received = Buffer.concat([received, chunk]);
    }
    const size = 2 + received.readUInt16BE(0);
    expect([0, 1, 2].map((place) => received.readUInt16BE(place * size + 2))).toEqual([1, 2, 3]);
    socket.write(Buffer.from([0, 2, 0xff, 0xff]));
    await once(socket, 'close');
  });
});
