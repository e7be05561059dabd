// The log: one line of JSON per entry on standard output. Fields with secrets are redacted, and
// entries written during a request or a job contain its id.
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { Logger as NestLogger, LoggerModule } from 'nestjs-pino';
import { type DestinationStream, type Logger, pino } from 'pino';
import { AsyncVariable } from './async-variable.js';

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'api_key',
  'apiKey',
  'secret',
  'parameters',
];

/** Fields that are added to every entry logged inside `logScope.run(fields, …)`. */
export const logScope = new AsyncVariable<Readonly<Record<string, string>>>();

/**
 * Omits the connection that pg attaches to its errors, which is long and of no use in a log, and the
 * error in an error of TypeORM, which has the same fields.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { ...pino.stdSerializers.err(error), client: undefined, driverError: undefined };
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...logScope.get() }),
    serializers: { err: describeError },
    redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The logger of Nest itself: what it reports at the start, several hundred lines about modules and routes,
 * is of the level `debug`.
 */
@Injectable()
export class FrameworkLogger extends NestLogger {
  override log(message: unknown, ...parameters: unknown[]): void {
    this.debug(message, ...parameters);
  }
}

export function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

@Module({})
class LoggingModule {}

/** Makes Nest and all providers log through `logger`, without a logger object per request. */
export function loggingModule(logger: Logger): DynamicModule {
  return {
    module: LoggingModule,
    imports: [LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
    providers: [FrameworkLogger],
    exports: [FrameworkLogger],
  };
}
