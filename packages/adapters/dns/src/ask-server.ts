import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import type { RecordType } from '@postern/domain/dns';
import packet, { type DecodedPacket } from 'dns-packet';
import { decodeMessage, encodeMessage, plainName, UDP_PAYLOAD_BYTES } from './dns-message.ts';

/** A name server that can be asked. */
export type ServerAddress = { address: string; port: number };

export type Asking = { name: string; type: RecordType; isRecursive: boolean; timeoutMs: number };

/** What one question to one server came to. */
export type Exchange =
  | { kind: 'answer'; message: DecodedPacket; transport: 'udp' | 'tcp' }
  | { kind: 'timed-out' | 'unreachable' | 'garbled'; transport: 'udp' | 'tcp' };

/** Asks one server once: over UDP, and over TCP when the answer is cut. Never rejects. */
export async function askServer(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const exchange = await askOverUdp(server, asking);
  return exchange.kind === 'answer' && exchange.message.flag_tc ? askOverTcp(server, asking) : exchange;
}

type Settle = (exchange: Exchange) => void;

function askOverUdp(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const { id, bytes } = queryFor(asking);
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
  return settled(
    'udp',
    asking.timeoutMs,
    () => socket.close(),
    (settle) => {
      socket.on('error', () => settle({ kind: 'unreachable', transport: 'udp' }));
      socket.on('message', (reply) => {
        const message = decodeMessage(reply);
        // An unreadable reply to our question is the server's; what belongs to no question of ours may be anybody's, and is passed over.
        if (!message && reply.length >= 2 && reply.readUInt16BE(0) === id)
          settle({ kind: 'garbled', transport: 'udp' });
        else if (message && isReply(message, id, asking)) settle({ kind: 'answer', message, transport: 'udp' });
      });
      // A connected socket takes replies of this server only, and learns that nobody listens there.
      socket.connect(server.port, server.address, () => socket.send(bytes, () => undefined));
    },
  );
}

function askOverTcp(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const { id, bytes } = queryFor(asking);
  const socket = connect(server.port, server.address);
  return settled(
    'tcp',
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
        const isGood = message && isReply(message, id, asking);
        settle(isGood ? { kind: 'answer', message, transport: 'tcp' } : { kind: 'garbled', transport: 'tcp' });
      });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      socket.write(Buffer.concat([length, bytes]));
    },
  );
}

/** Runs an exchange until it settles or its time is over, and closes its socket once. */
function settled(
  transport: 'udp' | 'tcp',
  timeoutMs: number,
  close: () => void,
  start: (settle: Settle) => void,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let isOpen = true;
    const settle: Settle = (exchange) => {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      close();
      resolve(exchange);
    };
    const timer = setTimeout(() => settle({ kind: 'timed-out', transport }), timeoutMs);
    start(settle);
  });
}

function queryFor({ name, type, isRecursive }: Asking): { id: number; bytes: Buffer } {
  const id = randomInt(0x1_0000);
  const opt = {
    type: 'OPT',
    name: '.',
    udpPayloadSize: UDP_PAYLOAD_BYTES,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: 0,
    flag_do: false,
    options: [],
  } as const;
  const flags = isRecursive ? packet.RECURSION_DESIRED : 0;
  return {
    id,
    bytes: encodeMessage({
      type: 'query',
      id,
      flags,
      questions: [{ type, name }],
      additionals: [{ ...opt, options: [] }],
    }),
  };
}

/** Whether a message answers the question. Errors may leave the question out. */
function isReply(message: DecodedPacket, id: number, { name, type }: Asking): boolean {
  if (!message.flag_qr || message.id !== id) return false;
  const [question] = message.questions ?? [];
  return question ? plainName(question.name) === name && question.type === type : (message.answers ?? []).length === 0;
}
