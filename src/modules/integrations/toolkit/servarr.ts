// Radarr, Sonarr and Lidarr are one family of programs. They send the same events, about movies, series and
// artists.
import type { NotificationBuilder } from './integration.js';
import {
  bold,
  bullets,
  code,
  details,
  enumeration,
  type Insert,
  lines,
  type Markdown,
  md,
  optionalLink,
  quote,
} from './markdown.js';
import type { Payload } from './payload.js';
import { capitalized, counted, dataSize, words } from './wording.js';

/** More files are only counted. */
const MAX_FILES = 10;

/** A movie, series or artist. */
export interface Work {
  title: string;
  /** With a link to its page. */
  reference: Markdown;
  /** What an event is about in particular, such as episodes. */
  parts?: Readonly<Record<string, Insert>>;
}

export interface ServarrProgram {
  name: string;
  work: (payload: Payload) => Work;
  /** The files that were downloaded. */
  files: (payload: Payload) => Payload[];
  /** The member with the files that were renamed. */
  renamedFiles: string;
}

/** The builders of the events that all programs send. */
export function servarrEvents(program: ServarrProgram): Record<string, NotificationBuilder> {
  const { name } = program;
  return {
    Test: (payload) => ({
      topic: `${name} - Test`,
      content: md`The webhook of ${instanceOf(payload, name)} works.`,
    }),
    Grab: (payload) => {
      const { title, reference, parts } = program.work(payload);
      return {
        topic: title,
        content: lines(
          md`${reference} was grabbed.`,
          details({ ...parts, ...releaseFacts(payload) }),
        ),
      };
    },
    Download: (payload) => {
      const { title, reference, parts } = program.work(payload);
      const verb = payload.flag('isUpgrade') ? 'upgraded' : 'downloaded';
      return {
        topic: title,
        content: lines(
          md`${reference} was ${verb}.`,
          details({ ...parts, ...fileFacts(program.files(payload)) }),
        ),
      };
    },
    Rename: (payload) => {
      const { title, reference } = program.work(payload);
      return {
        topic: title,
        content: lines(
          md`The files of ${reference} were renamed.`,
          renames(payload.optionalList(program.renamedFiles)),
        ),
      };
    },
    ManualInteractionRequired: (payload) => {
      const { title, reference, parts } = program.work(payload);
      return {
        topic: title,
        content: lines(
          md`The download of ${reference} waits for a decision of a user.`,
          details({
            ...parts,
            Release: payload.optionalText('downloadInfo.title'),
            Quality: payload.optionalText('downloadInfo.quality'),
            Size: dataSize(payload.optionalNumber('downloadInfo.size')),
          }),
          quote(statusMessages(payload)),
        ),
      };
    },
    Health: (payload) => {
      const level = words(payload.text('level'));
      return {
        topic: `Health ${level}`,
        content: lines(
          md`${bold(capitalized(level))} of ${instanceOf(payload, name)}: ${payload.text('message')}`,
          healthFacts(payload),
        ),
      };
    },
    HealthRestored: (payload) => ({
      topic: `Health ${words(payload.text('level'))}`,
      content: lines(
        md`Resolved in ${instanceOf(payload, name)}: ${payload.text('message')}`,
        healthFacts(payload),
      ),
    }),
    ApplicationUpdate: (payload) => ({
      topic: `${name} - Application update`,
      content: md`${instanceOf(payload, name)} was updated from version ${payload.text('previousVersion')} to ${payload.text('newVersion')}.`,
    }),
  };
}

/** The deletion of a whole movie or series. */
export function workDeleted({ work }: ServarrProgram): NotificationBuilder {
  return (payload) => {
    const { title, reference } = work(payload);
    return {
      topic: title,
      content: payload.flag('deletedFiles')
        ? md`${reference} was deleted, with its files.`
        : md`${reference} was deleted; its files remain.`,
    };
  };
}

function instanceOf(payload: Payload, name: string): string {
  return payload.optionalText('instanceName') ?? name;
}

function releaseFacts(payload: Payload): Record<string, Insert> {
  return {
    Release: payload.optionalText('release.releaseTitle'),
    Quality: payload.optionalText('release.quality'),
    Size: dataSize(payload.optionalNumber('release.size')),
    Indexer: payload.optionalText('release.indexer'),
    Client: payload.optionalText('downloadClient'),
  };
}

function fileFacts(files: readonly Payload[]): Record<string, Insert> {
  const sizes = files.map((file) => file.optionalNumber('size') ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const names = files.map((file) => file.optionalText('relativePath') ?? file.optionalText('path'));
  return {
    Quality: files[0]?.optionalText('quality'),
    Size: total === 0 ? undefined : dataSize(total),
    [files.length === 1 ? 'File' : 'Files']:
      files.length > MAX_FILES
        ? files.length
        : enumeration(names.filter((name) => name !== undefined).map(code)),
  };
}

function renames(files: readonly Payload[]): Markdown {
  const items = files.slice(0, MAX_FILES).map((file) => {
    const before = file.optionalText('previousRelativePath') ?? file.optionalText('previousPath');
    const after = file.optionalText('relativePath') ?? file.optionalText('path');
    return before === undefined || after === undefined
      ? undefined
      : md`${code(before)} to ${code(after)}`;
  });
  const omitted = files.length - items.length;
  return bullets([...items, omitted > 0 && md`and ${counted(omitted, 'other file')}`]);
}

function statusMessages(payload: Payload): string {
  return payload
    .optionalList('downloadStatusMessages')
    .flatMap((status) => [status.optionalText('title'), ...status.texts('messages')])
    .filter((message) => message !== undefined)
    .join('\n');
}

function healthFacts(payload: Payload): Markdown {
  return details({
    Check: payload.optionalText('type'),
    Help: optionalLink('Open', payload.optionalText('wikiUrl')),
  });
}
