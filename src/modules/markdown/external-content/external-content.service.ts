// Fetches images, videos and audio of other hosts for the proxy: only these types, limited in size and time,
// and only URLs that this server signed. Content is streamed with back-pressure and never stored.
import { Injectable } from '@nestjs/common';
import { ExternalContentUrls } from '#modules/markdown/markdown';
import { ApiError } from '#platform/http/api-error.js';
import { type OutgoingResponse, OutgoingRequests } from '#platform/outgoing/outgoing-requests.js';

const MEBIBYTE = 1024 * 1024;
const IMAGES = /^image\/(?:png|apng|jpe?g|gif|webp|avif|bmp|tiff|x-icon|vnd\.microsoft\.icon)$/;
const VIDEOS = /^video\/(?:mp4|webm|ogg|quicktime)$/;
const AUDIO = /^audio\/(?:aac|flac|mpeg|(?:x-|vnd\.)?wave?)$/;
const SVG = 'image/svg+xml';
const MAX_IMAGE_BYTES = 10 * MEBIBYTE;
const MAX_MEDIA_BYTES = 100 * MEBIBYTE;
/** Time limit for the response headers, redirects included. */
const ANSWER_MS = 5_000;
/** Time limit for the whole response. Players request the remaining part again. */
const TOTAL_MS = 60_000;
/** Concurrent upstream connections of one process. */
const MAX_CONNECTIONS = 100;
const PASSED_HEADERS = ['content-length', 'content-range', 'accept-ranges'] as const;

type Answer = OutgoingResponse['response'];

export interface ContentRequest {
  digest: string;
  encoded: string;
  /** The Range header, for videos and audio. */
  range: string | undefined;
}

export interface FetchedContent extends Kind {
  isPart: boolean;
  /** Headers about the length and range of the content. */
  headers: Record<string, string>;
  /** Throws if the content is too large or too slow, or the connection is lost. */
  body: AsyncIterable<Buffer>;
}

interface Kind {
  type: string;
  largest: number;
  /** SVG: an image inside a page, but a document with scripts when opened directly. */
  isDocument: boolean;
}

@Injectable()
export class ExternalContentService {
  private running = 0;

  constructor(
    private readonly externalContentUrls: ExternalContentUrls,
    private readonly outgoingRequests: OutgoingRequests,
  ) {}

  /** Closes the upstream connection once `use` returns or `stop` aborts. */
  async open(
    { digest, encoded, range }: ContentRequest,
    stop: AbortSignal,
    use: (found: FetchedContent) => Promise<void>,
  ): Promise<void> {
    const source = this.externalContentUrls.source(digest, encoded);
    if (source === undefined) {
      throw new ApiError('BAD_REQUEST', 403, 'The signature of this URL is invalid');
    }
    if (this.running >= MAX_CONNECTIONS) throw ApiError.ofStatus(503);
    this.running++;
    const done = new AbortController();
    const signal = AbortSignal.any([stop, done.signal, AbortSignal.timeout(TOTAL_MS)]);
    const late = setTimeout(() => done.abort(), ANSWER_MS);
    try {
      const answer = await this.ask(source, range, signal);
      clearTimeout(late);
      const found = answer && contentOf(answer);
      // The reason is withheld, since it could reveal hosts of the internal network.
      if (!found) throw ApiError.resourceNotFound('The image is not available');
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
      Accept: 'image/*, video/*, audio/*',
      'User-Agent': 'Parley (image proxy)',
      ...(range === undefined ? {} : { Range: range }),
    };
    try {
      return (await this.outgoingRequests.get(source, headers, signal))?.response;
    } catch {
      return undefined;
    }
  }
}

function contentOf(answer: Answer): FetchedContent | undefined {
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
  if (IMAGES.test(type)) return { type, largest: MAX_IMAGE_BYTES, isDocument: false };
  if (VIDEOS.test(type) || AUDIO.test(type)) {
    return { type, largest: MAX_MEDIA_BYTES, isDocument: false };
  }
  if (type === SVG) return { type, largest: MAX_IMAGE_BYTES, isDocument: true };
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
