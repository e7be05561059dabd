import {
  code,
  details,
  type EventIntegration,
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

const program: ServarrProgram = {
  name: 'Radarr',
  work: movieOf,
  files: (payload) => {
    const file = payload.optionalObject('movieFile');
    return file ? [file] : [];
  },
  renamedFiles: 'renamedMovieFiles',
};

function movieOf(payload: Payload): Work {
  const title = payload.text('movie.title');
  const year = payload.optionalLabel('movie.year');
  const name = link(title, pageOf(payload));
  return { title, reference: year === undefined ? name : md`${name} (${year})` };
}

function pageOf(payload: Payload): string | undefined {
  const url = payload.optionalText('applicationUrl');
  const id = payload.optionalLabel('movie.tmdbId');
  return url === undefined || id === undefined ? undefined : `${url}/movie/${urlPart(id)}`;
}

const added: NotificationBuilder = (payload) => {
  const { title, reference } = movieOf(payload);
  return {
    topic: title,
    content: lines(
      md`${reference} was added.`,
      details({ Through: wordsOf(payload, 'addMethod') }),
    ),
  };
};

const fileDeleted: NotificationBuilder = (payload) => {
  const { title, reference } = movieOf(payload);
  const file = payload.optionalText('movieFile.relativePath');
  return {
    topic: title,
    content: lines(
      md`The file of ${reference} was deleted.`,
      details({
        Reason: wordsOf(payload, 'deleteReason'),
        File: file === undefined ? undefined : code(file),
      }),
    ),
  };
};

function wordsOf(payload: Payload, path: string): string | undefined {
  const value = payload.optionalText(path);
  return value === undefined ? undefined : words(value);
}

export const integration: EventIntegration = {
  name: 'radarr',
  displayName: 'Radarr',
  category: 'entertainment',
  summary: 'Sends movies that are grabbed, downloaded and deleted, and problems of Radarr.',
  setup: [
    'In Radarr, open **Settings**, **Connect**, choose the plus sign, and **Webhook**.',
    'Choose the notifications, paste the URL as **URL**, and choose **POST** as **Method**.',
    'Choose **Test**, and **Save**.',
  ],
  event: (payload) => payload.text('eventType'),
  events: {
    ...servarrEvents(program),
    MovieAdded: added,
    MovieDelete: workDeleted(program),
    MovieFileDelete: fileDeleted,
  },
};
