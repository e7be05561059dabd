// The tus protocol, implemented by `@tus/server`. Content is streamed to the storage here. The controller finishes
// complete uploads, so that a request that is repeated after a change of permissions stores its content once.
import { Injectable } from '@nestjs/common';
import { DataStore, ERRORS, Server, type ServerOptions, TUS_RESUMABLE } from '@tus/server';
import type { Request as HttpRequest } from 'express';
import { ReadableStream } from 'node:stream/web';
import { AttachmentsService, fileNameOf, newPathId } from '#modules/uploads/attachments';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { API_PREFIX } from '#platform/http/routes.js';
import { PartialFiles } from '#platform/storage/partial-files.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { UploadLeases } from './upload-leases.js';
import { EXTENSIONS, UploadStore } from './upload-store.js';

const CONTENT_TYPE = 'application/offset+octet-stream';
/** Time for an interrupted request to store the content that it has received. */
const DRAIN_MS = 500;
const WITH_BODY = new Set(['POST', 'PATCH']);

type Body = AsyncGenerator<Buffer, void, undefined>;

export interface TusRequest {
  method: string;
  /** Undefined if the request creates an upload. */
  pathId?: string;
}

export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
  /** Path id of the upload, if all its bytes are stored. */
  complete?: string;
}

/** Status and message for errors of `@tus/server`. */
const REFUSALS = new Map<unknown, [status: number, message: string]>([
  [ERRORS.MISSING_OFFSET, [400, 'The header Upload-Offset is required']],
  [ERRORS.ABORTED, [423, 'Another request continues this upload']],
  [ERRORS.INVALID_CONTENT_TYPE, [415, `The content type must be ${CONTENT_TYPE}`]],
  [ERRORS.FILE_NOT_FOUND, [404, 'There is no such upload']],
  [ERRORS.INVALID_OFFSET, [409, 'Upload-Offset is not the number of bytes that are stored']],
  [ERRORS.INVALID_LENGTH, [400, 'The header Upload-Length is required']],
  [ERRORS.INVALID_METADATA, [400, 'The header Upload-Metadata is not valid']],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION, [400, 'Uploads cannot be concatenated']],
  [
    ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION,
    [411, 'The header Upload-Length is required when an upload begins'],
  ],
]);

@Injectable()
export class TusProtocol {
  private readonly answers = new WeakMap<HttpRequest, Promise<TusAnswer>>();

  constructor(
    private readonly resumableUploadsService: ResumableUploadsService,
    private readonly attachmentsService: AttachmentsService,
    private readonly partialFiles: PartialFiles,
    private readonly uploadLeases: UploadLeases,
  ) {}

  /** If a request is handled again, returns the result of the first time. */
  handle(actor: Actor, request: HttpRequest, tusRequest: TusRequest): Promise<TusAnswer> {
    let answer = this.answers.get(request);
    if (!answer) {
      answer = this.answer(actor, request, tusRequest);
      this.answers.set(request, answer);
    }
    return answer;
  }

  /** Returns the headers that describe the supported protocol. */
  describe(request: HttpRequest): Promise<TusAnswer> {
    const datastore = new DataStore();
    datastore.extensions = EXTENSIONS;
    const { maxFileSize: maxSize } = this.attachmentsService;
    return respond(webRequest(request, 'OPTIONS'), { datastore, maxSize });
  }

  private async answer(
    actor: Actor,
    request: HttpRequest,
    { method, pathId }: TusRequest,
  ): Promise<TusAnswer> {
    checkVersion(request);
    if (method === 'PATCH' && request.headers['content-type'] !== CONTENT_TYPE) {
      throw refusal(ERRORS.INVALID_CONTENT_TYPE);
    }
    const store = new UploadStore(
      actor,
      this.resumableUploadsService,
      this.partialFiles,
      this.uploadLeases,
    );
    let id = pathId;
    const body = WITH_BODY.has(method) ? arriving(request) : undefined;
    try {
      const answer = await respond(webRequest(request, method, body), {
        datastore: store,
        locker: store,
        getFileIdFromRequest: () => pathId,
        namingFunction: (_request, metadata) =>
          (id = newPathId(actor.realmId, fileNameOf(metadata?.['filename'] ?? ''), {
            ascii: true,
          })),
        onIncomingRequest: async (_request, path) => {
          // Only callers with access to the upload may request its lease.
          if (pathId !== undefined) await this.resumableUploadsService.require(actor, path);
        },
        onUploadCreate: async (_request, { id: path, size }) => {
          const metadata = String(request.headers['upload-metadata'] ?? '');
          await this.resumableUploadsService.begin(actor, { pathId: path, size: size!, metadata });
          return {};
        },
      });
      return store.isComplete ? { ...answer, complete: id } : answer;
    } finally {
      void body?.return(undefined);
      // Discards a body whose reading was not started.
      request.resume();
    }
  }
}

type Options = Omit<ServerOptions, 'path' | 'locker'> & {
  datastore: DataStore;
  locker?: ServerOptions['locker'];
};

/** A server for one request, because its store and its lock belong to the caller. */
async function respond(request: Request, options: Options): Promise<TusAnswer> {
  let failure: unknown;
  const server = new Server({
    path: `${API_PREFIX}/tus`,
    relativeLocation: true,
    lockDrainTimeout: DRAIN_MS,
    exposedHeaders: ['Upload-Expires'],
    onResponseError: (_request, error) => {
      failure = error;
      return undefined;
    },
    ...options,
  });
  const response = await server.handleWeb(request);
  if (failure !== undefined) throw refusal(failure);
  if (response.status >= 400) {
    throw new ApiError('BAD_REQUEST', response.status, (await response.text()).trim());
  }
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

function webRequest({ headers: sent }: HttpRequest, method: string, body?: Body): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) headers.set(name, String(value));
  // Has no effect besides the method, the headers and the body.
  const url = `http://localhost${API_PREFIX}/tus`;
  const stream = body && ReadableStream.from(body);
  return new Request(url, { method, headers, body: stream, duplex: 'half' } as RequestInit);
}

/** The body of a request. If the client disconnects, ends normally, so that the received content is stored. */
async function* arriving(request: HttpRequest): Body {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    // The client has disconnected.
  } finally {
    // The rest is read so that the client can read the response and send its next request.
    request.resume();
  }
}

function checkVersion({ headers }: HttpRequest): void {
  if (headers['tus-resumable'] === TUS_RESUMABLE) return;
  const message = `The header Tus-Resumable must be ${TUS_RESUMABLE}`;
  throw new ApiError('BAD_REQUEST', 412, message, undefined, { 'Tus-Version': TUS_RESUMABLE });
}

/** Errors of Parley itself are unchanged. */
function refusal(error: unknown): unknown {
  const [status, message] = REFUSALS.get(error) ?? [];
  if (status !== undefined) return new ApiError('BAD_REQUEST', status, message!);
  const { status_code: code } = error as { status_code?: number };
  if (code === 413) return new ApiError('BAD_REQUEST', 413, 'The content exceeds Upload-Length');
  return error;
}
