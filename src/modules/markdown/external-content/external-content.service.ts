// Finds what is shown in messages from other servers: pictures and films and nothing else, not too
// much of it, and only where this server has signed the address. What comes is kept nowhere, and is
// read no faster than it is passed on.
import { Injectable } from '@nestjs/common';
import { ExternalContent } from '#modules/markdown/markdown';
import { ApiError } from '#platform/http/api-error.js';
import { type FoundResponse, OutgoingRequests } from '#platform/outgoing/outgoing-requests.js';

const MEBIBYTE = 1024 * 1024;
const PICTURES = /^image\/(?:png|apng|jpe?g|gif|webp|avif|bmp|tiff|x-icon|vnd\.microsoft\.icon)$/;
const FILMS = /^video\/(?:mp4|webm|ogg|quicktime)$/;
const SVG = 'image/svg+xml';
const LARGEST_PICTURE = 10 * MEBIBYTE;
const LARGEST_FILM = 100 * MEBIBYTE;
/** Until the headers are there, redirects included. */
const ANSWER_MS = 5_000;
/** Until everything has been passed on. A player asks for the rest of a film again. */
const TOTAL_MS = 60_000;
/** Of one process. Each is a connection to another server. */
const AT_ONCE = 100;
const PASSED_HEADERS = ['content-length', 'content-range', 'accept-ranges'] as const;

type Answer = FoundResponse['response'];

export interface ContentRequest {
  digest: string;
  encoded: string;
  /** The Range header, for films. */
  range: string | undefined;
}

export interface ContentFound extends Kind {
  isPart: boolean;
  /** What is said of its length. */
  headers: Record<string, string>;
  /** Throws when it becomes too large, takes too long, or the other server goes. */
  body: AsyncIterable<Buffer>;
}

interface Kind {
  type: string;
  largest: number;
  /** A picture inside of a page, but a document with scripts when it is opened by itself. */
  isDocument: boolean;
}

@Injectable()
export class ExternalContentService {
  private running = 0;

  constructor(
    private readonly externalContent: ExternalContent,
    private readonly outgoingRequests: OutgoingRequests,
  ) {}

  /** Once `use` is done, or `stop` says so, the other server is let go. */
  async open(
    { digest, encoded, range }: ContentRequest,
    stop: AbortSignal,
    use: (found: ContentFound) => Promise<void>,
  ): Promise<void> {
    const source = this.externalContent.source(digest, encoded);
    if (source === undefined) {
      throw new ApiError('BAD_REQUEST', 403, 'This address was not made by this server');
    }
    if (this.running >= AT_ONCE) throw ApiError.ofStatus(503);
    this.running++;
    const done = new AbortController();
    const signal = AbortSignal.any([stop, done.signal, AbortSignal.timeout(TOTAL_MS)]);
    const late = setTimeout(() => done.abort(), ANSWER_MS);
    try {
      const answer = await this.ask(source, range, signal);
      clearTimeout(late);
      const found = answer && contentOf(answer);
      // Why is not told: it would show what is in the server's own network.
      if (!found) throw ApiError.resourceNotFound('There is no picture that can be shown');
      await use(found);
    } finally {
      clearTimeout(late);
      done.abort();
      this.running--;
    }
  }

  private async ask(
    source: string,
    range: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const headers = {
      Accept: 'image/*, video/*',
      'User-Agent': 'Parley (pictures)',
      ...(range === undefined ? {} : { Range: range }),
    };
    try {
      return (await this.outgoingRequests.get(source, headers, signal))?.response;
    } catch {
      return undefined;
    }
  }
}

function contentOf(answer: Answer): ContentFound | undefined {
  const { statusCode, headers } = answer;
  if (statusCode !== 200 && statusCode !== 206) return undefined;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return undefined;
  const kind = kindOf(headers['content-type'] ?? '');
  if (!kind || Number(headers['content-length'] ?? 0) > kind.largest) return undefined;
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...kind,
    isPart: statusCode === 206,
    headers: Object.fromEntries(passed),
    body: upTo(kind.largest, answer),
  };
}

function kindOf(contentType: string): Kind | undefined {
  const type = contentType.replace(/;.*$/s, '').trim().toLowerCase();
  if (PICTURES.test(type)) return { type, largest: LARGEST_PICTURE, isDocument: false };
  if (FILMS.test(type)) return { type, largest: LARGEST_FILM, isDocument: false };
  if (type === SVG) return { type, largest: LARGEST_PICTURE, isDocument: true };
  return undefined;
}

async function* upTo(largest: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > largest) throw new Error('The content is too large');
    yield chunk;
  }
}
