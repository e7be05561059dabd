// The configuration of an S3-compatible service. Variables that depend on each other are checked together.
import { StartupError } from '#platform/startup-error.js';
import type { Environment } from './environment.js';

export interface S3Config {
  bucket: string;
  region: string;
  /** If undefined, the endpoint of Amazon S3 in the region. */
  endpoint: string | undefined;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Whether requests have the bucket in the path instead of the host name. */
  forcePathStyle: boolean;
}

/** Returns undefined when files are stored in DATA_DIR. Throws a StartupError when a value is missing. */
export function s3Config(environment: Environment): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = environment;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (bucket === undefined) {
    // Without this check, each process would store files on its local disk if the bucket was forgotten.
    const [name] = Object.entries({
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }).find(([, value]) => value !== undefined) ?? [undefined];
    if (name !== undefined) throw new StartupError(`S3_BUCKET must be set when ${name} is set`);
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const name = accessKeyId === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
    throw new StartupError(`${name} must be set when S3_BUCKET is set`);
  }
  return {
    bucket,
    region: environment.S3_REGION,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: environment.S3_FORCE_PATH_STYLE === 'on',
  };
}
