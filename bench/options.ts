// The command line of `npm run bench`.
import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the scenarios to run; empty means all. */
  scenarios: string[];
  /** Less data and less time, for a first look or for CI. */
  quick: boolean;
  /** Print one JSON object on standard output and nothing else. */
  json: boolean;
  /** Keep a CPU profile of each Parley process. */
  profile: boolean;
  /** Print the usage and measure nothing. */
  help: boolean;
}

export class UsageError extends Error {}

export function usage(names: string[]): string {
  return `usage: npm run -s bench -- [--scenario NAME]… [--quick] [--json] [--profile]
scenarios: ${names.join(', ')}`;
}

/** Throws a UsageError for unknown options and scenarios. */
export function readOptions(args: string[], names: string[]): Options {
  const { values } = explaining(names, () =>
    parseArgs({
      args,
      options: {
        scenario: { type: 'string', multiple: true },
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        profile: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }),
  );
  const scenarios = values.scenario ?? [];
  const unknown = scenarios.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no scenario "${unknown}".\n${usage(names)}`);
  }
  return {
    scenarios,
    quick: values.quick ?? false,
    json: values.json ?? false,
    profile: values.profile ?? false,
    help: values.help ?? false,
  };
}

function explaining<T>(names: string[], parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage(names)}`, { cause: error });
  }
}
