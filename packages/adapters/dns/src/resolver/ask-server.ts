import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { decodeMessage, encodeQuery, isReplyTo } from '../wire/dns-message.ts';
import type { Asking, Exchange, ServerAddress } from './exchange.ts';
import { askOverUdp } from './udp-channel.ts';

/** Asks one server once: over UDP, and over TCP when the answer is cut. Never rejects. */
export async function askServer(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const exchange = await askOverUdp(server, asking);
  return exchange.kind === 'answer' && exchange.message.flag_tc ? askOverTcp(server, asking) : exchange;
}

type Settle = (exchange: Exchange) => void;

function askOverTcp(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const id = randomInt(0x1_0000);
  const bytes = encodeQuery(id, asking);
  if (!bytes) return Promise.resolve({ kind: 'garbled', transport: 'tcp' });
  const socket = connect(server.port, server.address);
  return settled(
    asking.timeoutMs,
    () => socket.destroy(),
    (settle) => {
      let received = Buffer.alloc(0);
      socket.on('error', () => settle({ kind: 'unreachable', transport: 'tcp' }));
      socket.on('close', () => settle({ kind: 'unreachable', transport: 'tcp' }));
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
        const message = decodeMessage(received.subarray(2, 2 + received.readUInt16BE(0)));
        const isGood = message && isReplyTo(message, id, asking);
        settle(isGood ? { kind: 'answer', message, transport: 'tcp' } : { kind: 'garbled', transport: 'tcp' });
      });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      socket.write(Buffer.concat([length, bytes]));
    },
  );
}

/** Runs an exchange until it settles or its time is over, and closes its socket once. */
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
