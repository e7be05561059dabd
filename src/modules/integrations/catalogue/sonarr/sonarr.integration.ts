import {
  code,
  details,
  enumeration,
  type EventIntegration,
  type Insert,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
  servarrEvents,
  type ServarrProgram,
  urlPart,
  type Work,
  workDeleted,
  words,
} from '#modules/integrations/toolkit';

const MAX_EPISODES = 10;
const DIGITS = 2;

const program: ServarrProgram = {
  name: 'Sonarr',
  work: seriesOf,
  files: (payload) => {
    const file = payload.optionalObject('episodeFile');
    return file ? [file] : payload.optionalList('episodeFiles');
  },
  renamedFiles: 'renamedEpisodeFiles',
};

function seriesOf(payload: Payload): Work {
  const title = payload.text('series.title');
  const episodes = payload.optionalList('episodes');
  return {
    title,
    reference: link(title, pageOf(payload)),
    parts: { [episodes.length === 1 ? 'Episode' : 'Episodes']: episodeNames(episodes) },
  };
}

function pageOf(payload: Payload): string | undefined {
  const url = payload.optionalText('applicationUrl');
  const slug = payload.optionalText('series.titleSlug');
  return url === undefined || slug === undefined ? undefined : `${url}/series/${urlPart(slug)}`;
}

function episodeNames(episodes: readonly Payload[]): Insert {
  if (episodes.length > MAX_EPISODES) return episodes.length;
  return enumeration(
    episodes.map((episode) => {
      const season = numeral(episode.optionalLabel('seasonNumber'));
      const number = numeral(episode.optionalLabel('episodeNumber'));
      return `S${season}E${number} ${episode.optionalText('title') ?? ''}`;
    }),
  );
}

function numeral(number: string | undefined): string {
  return (number ?? '').padStart(DIGITS, '0');
}

const added: NotificationBuilder = (payload) => {
  const { title, reference } = seriesOf(payload);
  return {
    topic: title,
    content: lines(
      md`${reference} was added.`,
      details({ Year: payload.optionalLabel('series.year') }),
    ),
  };
};

const fileDeleted: NotificationBuilder = (payload) => {
  const { title, reference, parts } = seriesOf(payload);
  const file = payload.optionalText('episodeFile.relativePath');
  const reason = payload.optionalText('deleteReason');
  return {
    topic: title,
    content: lines(
      md`A file of ${reference} was deleted.`,
      details({
        ...parts,
        Reason: reason === undefined ? undefined : words(reason),
        File: file === undefined ? undefined : code(file),
      }),
    ),
  };
};

export const integration: EventIntegration = {
  name: 'sonarr',
  displayName: 'Sonarr',
  category: 'entertainment',
  summary: 'Sends episodes that are grabbed, downloaded and deleted, and problems of Sonarr.',
  setup: [
    'In Sonarr, open **Settings**, **Connect**, choose the plus sign, and **Webhook**.',
    'Choose the notifications, paste the URL as **Webhook URL**, and choose **POST** as **Method**.',
    'Choose **Test**, and **Save**.',
  ],
  event: (payload) => payload.text('eventType'),
  events: {
    ...servarrEvents(program),
    SeriesAdd: added,
    SeriesDelete: workDeleted(program),
    EpisodeFileDelete: fileDeleted,
  },
};
