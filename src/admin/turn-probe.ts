// Requests an allocation from a TURN server (RFC 8656) over UDP, TCP or TLS, as clients do at the start of a
// call, and releases it.
import { createHash, createHmac } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { randomId } from '#platform/crypto.js';

const COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const SUCCESS = 0x0100;
const ERROR = 0x0110;

const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const LIFETIME = 0x000d;
const REALM = 0x0014;
const NONCE = 0x0015;
const REQUESTED_TRANSPORT = 0x0019;

const UDP_PROTOCOL = Buffer.from([17, 0, 0, 0]);
const NO_TIME = Buffer.alloc(4);
const UNAUTHENTICATED = 401;
const STALE_NONCE = 438;

/** Requests are repeated at this interval until they are answered, because UDP loses packets. */
const RESEND_MS = 500;
const PORT = 3478;
const TLS_PORT = 5349;

export interface TurnAccount {
  username: string;
  credential: string;
}

type Attribute = [type: number, value: Buffer];

interface Message {
  type: number;
  transaction: string;
  attributes: Map<number, Buffer>;
}

/** A connection that sends messages and calls `receive` for each that arrives. */
interface Connection {
  send(message: Buffer): void;
  close(): void;
}

/** Throws an error with the reason if the server refuses the allocation or does not respond. */
export async function probeTurn(
  url: string,
  account: TurnAccount,
  timeoutMs: number,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const waiting = new Map<string, (message: Message) => void>();
  const connection = await open(url, signal, (bytes) => {
    const message = decode(bytes);
    if (message) waiting.get(message.transaction)?.(message);
  });
  const exchange = async (type: number, attributes: Attribute[], key?: Buffer): Promise<Message> =>
    ask(connection, waiting, encode(type, attributes, key), signal);
  try {
    await allocate(exchange, account);
  } finally {
    connection.close();
  }
}

type Exchange = (type: number, attributes: Attribute[], key?: Buffer) => Promise<Message>;

async function allocate(exchange: Exchange, { username, credential }: TurnAccount): Promise<void> {
  const transport: Attribute = [REQUESTED_TRANSPORT, UDP_PROTOCOL];
  let challenge = await exchange(ALLOCATE, [transport]);
  for (let attempts = 0; isChallenge(challenge) && attempts < 2; attempts++) {
    const realm = challenge.attributes.get(REALM);
    const nonce = challenge.attributes.get(NONCE);
    if (!realm || !nonce) break;
    const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
    const identity: Attribute[] = [
      [USERNAME, Buffer.from(username)],
      [REALM, realm],
      [NONCE, nonce],
    ];
    const answer = await exchange(ALLOCATE, [transport, ...identity], key);
    if (answer.type === (ALLOCATE | SUCCESS)) {
      await exchange(REFRESH, [[LIFETIME, NO_TIME], ...identity], key);
      return;
    }
    if (errorCode(answer) === UNAUTHENTICATED) throw new Error('It refuses TURN_SECRET');
    challenge = answer;
  }
  if (challenge.type === (ALLOCATE | SUCCESS)) {
    throw new Error('It does not require credentials. Set use-auth-secret.');
  }
  throw new Error(`It refuses the allocation with the error ${errorCode(challenge)}`);
}

function isChallenge(message: Message): boolean {
  return [UNAUTHENTICATED, STALE_NONCE].includes(errorCode(message));
}

/** Returns 0 for a success. */
function errorCode({ type, attributes }: Message): number {
  const value = attributes.get(ERROR_CODE);
  if ((type & ERROR) !== ERROR || !value || value.length < 4) return 0;
  return (value[2]! & 7) * 100 + value[3]!;
}

function ask(
  connection: Connection,
  waiting: Map<string, (message: Message) => void>,
  request: Buffer,
  signal: AbortSignal,
): Promise<Message> {
  const transaction = transactionOf(request);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearInterval(timer);
      waiting.delete(transaction);
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(new Error('It does not respond'));
    };
    const timer = setInterval(() => connection.send(request), RESEND_MS);
    signal.addEventListener('abort', abort, { once: true });
    waiting.set(transaction, (message) => {
      end();
      resolve(message);
    });
    connection.send(request);
  });
}

async function open(
  url: string,
  signal: AbortSignal,
  receive: (message: Buffer) => void,
): Promise<Connection> {
  const [, scheme = '', host = '', port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url) ?? [];
  const isSecure = scheme.toLowerCase() === 'turns';
  const address = {
    host: host.replaceAll(/[[\]]/g, ''),
    port: Number(port ?? (isSecure ? TLS_PORT : PORT)),
  };
  if (!isSecure && transport?.toLowerCase() !== 'tcp') return openUdp(address, receive);
  // DTLS is not supported: `turns` with UDP is checked by TLS on the same port.
  const socket = isSecure
    ? connectTls({ ...address, servername: address.host })
    : connectTcp(address);
  await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
  return overStream(socket, receive);
}

function openUdp(
  { host, port }: { host: string; port: number },
  receive: (message: Buffer) => void,
): Connection {
  const socket: UdpSocket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  // An unreachable server is reported as not responding.
  socket.on('error', () => undefined);
  socket.on('message', receive);
  return {
    send: (message) => socket.send(message, port, host, () => undefined),
    close: () => socket.close(),
  };
}

function overStream(socket: Socket, receive: (message: Buffer) => void): Connection {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + received.readUInt16BE(2);
      if (received.length < end) return;
      receive(received.subarray(0, end));
      received = received.subarray(end);
    }
  });
  return { send: (message) => socket.write(message), close: () => socket.destroy() };
}

/** With a key, the last attribute is MESSAGE-INTEGRITY. */
function encode(type: number, attributes: Attribute[], key?: Buffer): Buffer {
  const body = Buffer.concat(attributes.map(encodeAttribute));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length, 2);
  header.writeUInt32BE(COOKIE, 4);
  Buffer.from(randomId().replaceAll('-', ''), 'hex').copy(header, 8, 0, 12);
  if (!key) return Buffer.concat([header, body]);
  // The length under the HMAC includes the attribute itself.
  header.writeUInt16BE(body.length + 24, 2);
  const hmac = createHmac('sha1', key).update(header).update(body).digest();
  return Buffer.concat([header, body, encodeAttribute([MESSAGE_INTEGRITY, hmac])]);
}

function encodeAttribute([type, value]: Attribute): Buffer {
  const encoded = Buffer.alloc(4 + padded(value.length));
  encoded.writeUInt16BE(type, 0);
  encoded.writeUInt16BE(value.length, 2);
  value.copy(encoded, 4);
  return encoded;
}

/** Returns undefined if the bytes are not a STUN message. */
function decode(bytes: Buffer): Message | undefined {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== COOKIE) return undefined;
  const attributes = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + padded(length);
  }
  return { type: bytes.readUInt16BE(0), transaction: transactionOf(bytes), attributes };
}

function transactionOf(message: Buffer): string {
  return message.toString('hex', 8, HEADER_BYTES);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
