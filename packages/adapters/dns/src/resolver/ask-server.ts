import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { decodeMessage, encodeQuery, isReplyTo } from '../wire/dns-message.ts';
import type { Query, Exchange, ServerAddress } from './exchange.ts';
import { askOverUdp } from './udp-channel.ts';

/** Sends one query to one server: over UDP, and again over TCP when the answer is truncated. Never rejects. */
export async function askServer(server: ServerAddress, query: Query): Promise<Exchange> {
  const exchange = await askOverUdp(server, query);
  return exchange.kind === 'answer' && exchange.message.flag_tc ? askOverTcp(server, query) : exchange;
}

type Settle = (exchange: Exchange) => void;

function askOverTcp(server: ServerAddress, query: Query): Promise<Exchange> {
  const id = randomInt(0x1_0000);
  const bytes = encodeQuery(id, query);
  if (!bytes) return Promise.resolve({ kind: 'garbled', transport: 'tcp' });
  const socket = connect(server.port, server.address);
  return settled(
    query.timeoutMs,
    () => socket.destroy(),
    (settle) => {
      let received = Buffer.alloc(0);
      socket.on('error', () => settle({ kind: 'unreachable', transport: 'tcp' }));
      socket.on('close', () => settle({ kind: 'unreachable', transport: 'tcp' }));
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
        const message = decodeMessage(received.subarray(2, 2 + received.readUInt16BE(0)));
        const isGood = message && isReplyTo(message, id, query);
        settle(isGood ? { kind: 'answer', message, transport: 'tcp' } : { kind: 'garbled', transport: 'tcp' });
      });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      socket.write(Buffer.concat([length, bytes]));
    },
  );
}

/** Runs an exchange until it settles or times out, and closes its socket once. */
function settled(timeoutMs: number, close: () => void, start: (settle: Settle) => void): Promise<Exchange> {
  return new Promise((resolve) => {
    let isOpen = true;
    const settle: Settle = (exchange) => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      close();
      resolve(exchange);
    };
    const timer = setTimeout(() => settle({ kind: 'timed-out', transport: 'tcp' }), timeoutMs);
    start(settle);
  });
}
