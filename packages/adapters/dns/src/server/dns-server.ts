import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, createServer, isIPv6, type Server } from 'node:net';
import packet, { type DecodedPacket, type Packet } from 'dns-packet';
import { decodeMessage, UDP_PAYLOAD_BYTES } from '../wire/dns-message.ts';
import { encodeReply, readQuestion } from '../wire/question.ts';
import { TcpConnections } from './tcp-connections.ts';

const PLAIN_UDP_BYTES = 512;
const TCP_IDLE_MS = 10_000;
const TCP_CLIENTS_MAX = 100;
const FORMERR = 1;
const SERVFAIL = 2;
/** TCP carries a message's length in two bytes. */
const MESSAGE_BYTES_MAXIMUM = 65_535;
/** Another process may take the UDP port after we have taken the TCP port. */
const PORT_TRIES = 20;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

export type DnsServer = { port: number; isListening: () => boolean; close: () => Promise<void> };

type QueryHandler = (query: DecodedPacket) => Packet | null;

type DnsServerOptions = {
  host: string;
  /** 0 picks a free one. */
  port: number;
  answer: QueryHandler;
  /** How long a TCP client may go without a query; 10 s by default. */
  idleMs?: number;
};

/** Answers over UDP and TCP on one port of a loopback address. */
export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const { host, port, answer, idleMs = TCP_IDLE_MS } = options;
  // The server has no rate limits, so other machines must not reach it.
  if (!LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')) throw new TypeError(`${host} is not a loopback address`);
  for (let tries = 1; ; tries += 1) {
    const connections = new TcpConnections({ most: TCP_CLIENTS_MAX, idleMs });
    const tcp = createTcp(answer, connections);
    try {
      const listening = once(tcp, 'listening');
      tcp.listen(port, host);
      await listening;
      const address = tcp.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      const udp = await startUdp(host, taken, answer);
      return serverOf(tcp, udp, taken, connections);
    } catch (error) {
      tcp.close();
      if (port !== 0 || tries >= PORT_TRIES) throw error;
    }
  }
}

function serverOf(tcp: Server, udp: UdpSocket, port: number, connections: TcpConnections): DnsServer {
  return {
    port,
    isListening: () => tcp.listening,
    async close() {
      if (!tcp.listening) return;
      const closed = [once(tcp, 'close'), once(udp, 'close')];
      tcp.close();
      udp.close();
      connections.closeAll();
      await Promise.all(closed);
    },
  };
}

async function startUdp(host: string, port: number, answer: QueryHandler): Promise<UdpSocket> {
  const udp = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const listening = once(udp, 'listening');
  udp.bind(port, host);
  try {
    await listening;
  } catch (error) {
    udp.close();
    throw error;
  }
  // A client that has gone away is not an error of ours.
  udp.on('error', () => undefined);
  udp.on('message', (bytes, sender) => {
    const reply = replyOverUdp(bytes, answer);
    if (reply) udp.send(reply, sender.port, sender.address, () => undefined);
  });
  return udp;
}

function createTcp(answer: QueryHandler, connections: TcpConnections): Server {
  return createServer((socket) => {
    let pending = Buffer.alloc(0);
    connections.add(socket);
    socket.on('error', () => undefined);
    // A client that doesn't read its answers gets no further ones until it does, so that they don't pile up here.
    const answerNext = () => {
      while (!socket.writableNeedDrain && pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        const reply = replyTo(pending.subarray(2, end), answer);
        pending = pending.subarray(end);
        connections.markActive(socket);
        if (!reply) return socket.destroy();
        socket.write(Buffer.concat([lengthOf(reply.bytes), reply.bytes]));
      }
      return socket.writableNeedDrain ? socket.pause() : socket.resume();
    };
    socket.on('drain', answerNext);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      answerNext();
    });
  });
}

/** Over UDP a long answer is truncated to its header; the TC flag tells the client to ask again over TCP. */
function replyOverUdp(bytes: Buffer, answer: QueryHandler): Buffer | null {
  const reply = replyTo(bytes, answer);
  if (!reply || reply.bytes.length <= PLAIN_UDP_BYTES) return reply && reply.bytes;
  const opt = decodeMessage(bytes)?.additionals?.find((each) => each.type === 'OPT');
  const asked = opt?.type === 'OPT' ? Math.max(opt.udpPayloadSize, PLAIN_UDP_BYTES) : PLAIN_UDP_BYTES;
  if (reply.bytes.length <= Math.min(asked, UDP_PAYLOAD_BYTES)) return reply.bytes;
  return reply.withoutRecords(packet.TRUNCATED_RESPONSE);
}

/** A whole answer, and the same without its records. */
type EncodedReply = { bytes: Buffer; withoutRecords: (flags: number) => Buffer };

function replyTo(bytes: Buffer, answer: QueryHandler): EncodedReply | null {
  const query = decodeMessage(bytes);
  const question = readQuestion(bytes);
  // An unreadable query is answered with FORMERR. Anything else may be an answer itself, so it gets none.
  if (!query || question === 'malformed') {
    const isQuery = bytes.length >= 12 && (bytes.readUInt8(2) & 0x80) === 0;
    return isQuery ? encoded({ type: 'response', id: bytes.readUInt16BE(0), flags: FORMERR }, null) : null;
  }
  const [asked] = query.questions ?? [];
  const reply = answer(asked && question ? { ...query, questions: [{ ...asked, name: question.name }] } : query);
  return reply && encoded(reply, question && question.bytes);
}

function encoded(reply: Packet, question: Buffer | null): EncodedReply {
  const withoutRecords = (flags: number) =>
    encodeReply({ ...reply, flags: (reply.flags ?? 0) | flags, answers: [], authorities: [] }, question);
  const length = packet.encodingLength({ ...reply, questions: [] }) + (question?.length ?? 0);
  return {
    bytes: length <= MESSAGE_BYTES_MAXIMUM ? encodeReply(reply, question) : withoutRecords(SERVFAIL),
    withoutRecords,
  };
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}
