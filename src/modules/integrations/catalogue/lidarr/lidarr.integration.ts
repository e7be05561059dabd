import {
  code,
  details,
  enumeration,
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
} from '#modules/integrations/toolkit';

const MAX_TRACKS = 30;

const program: ServarrProgram = {
  name: 'Lidarr',
  work: artistOf,
  files: (payload) => payload.optionalList('trackFiles'),
  renamedFiles: 'renamedTrackFiles',
};

function artistOf(payload: Payload): Work {
  const title = payload.text('artist.name');
  const album = payload.optionalObject('album');
  const albums = album ? [album] : payload.optionalList('albums');
  const tracks = payload.optionalList('tracks');
  return {
    title,
    reference: link(title, pageOf(payload)),
    parts: {
      [albums.length === 1 ? 'Album' : 'Albums']: enumeration(
        albums.map((one) => one.optionalText('title')),
      ),
      Tracks:
        tracks.length > MAX_TRACKS
          ? tracks.length
          : enumeration(tracks.map((track) => track.optionalText('title'))),
    },
  };
}

function pageOf(payload: Payload): string | undefined {
  const url = payload.optionalText('applicationUrl');
  const id = payload.optionalText('artist.mbId');
  return url === undefined || id === undefined ? undefined : `${url}/artist/${urlPart(id)}`;
}

const downloadFailed: NotificationBuilder = (payload) => {
  const release = payload.text('releaseTitle');
  return {
    topic: 'Lidarr - Download failure',
    content: lines(
      md`The download of ${release} failed.`,
      details({
        Quality: payload.optionalText('quality'),
        Client: payload.optionalText('downloadClient'),
      }),
    ),
  };
};

const importFailed: NotificationBuilder = (payload) => {
  const { title, reference, parts } = artistOf(payload);
  return {
    topic: title,
    content: lines(
      md`A download of ${reference} could not be imported.`,
      details({ ...parts, Client: payload.optionalText('downloadClient') }),
    ),
  };
};

const retagged: NotificationBuilder = (payload) => {
  const { title, reference } = artistOf(payload);
  const file = payload.optionalText('trackFile.path');
  return {
    topic: title,
    content: lines(
      md`The tags of a track of ${reference} were changed.`,
      details({ File: file === undefined ? undefined : code(file) }),
    ),
  };
};

const artistAdded: NotificationBuilder = (payload) => {
  const { title, reference } = artistOf(payload);
  return { topic: title, content: md`${reference} was added.` };
};

const artistDeleted: NotificationBuilder = (payload) => {
  const { title, reference } = artistOf(payload);
  return {
    topic: title,
    content: payload.flag('deletedFiles')
      ? md`${reference} was deleted, with all files.`
      : md`${reference} was deleted; the files remain.`,
  };
};

const albumDeleted: NotificationBuilder = (payload) => {
  const { title, reference } = artistOf(payload);
  const album = payload.text('album.title');
  return {
    topic: title,
    content: payload.flag('deletedFiles')
      ? md`The album ${album} of ${reference} was deleted, with its files.`
      : md`The album ${album} of ${reference} was deleted; its files remain.`,
  };
};

export const integration: EventIntegration = {
  name: 'lidarr',
  displayName: 'Lidarr',
  category: 'entertainment',
  summary: 'Sends albums that are grabbed, downloaded and deleted, and problems of Lidarr.',
  setup: [
    'In Lidarr, open **Settings**, **Connect**, choose the plus sign, and **Webhook**.',
    'Choose the notifications, paste the URL as **URL**, and choose **POST** as **Method**.',
    'Choose **Test**, and **Save**.',
  ],
  event: (payload) => payload.text('eventType'),
  events: {
    ...servarrEvents(program),
    DownloadFailure: downloadFailed,
    ImportFailure: importFailed,
    Retag: retagged,
    ArtistAdd: artistAdded,
    ArtistDelete: artistDeleted,
    AlbumDelete: albumDeleted,
  },
};
