import {
  bullets,
  code,
  details,
  enumeration,
  type EventIntegration,
  hmac,
  joined,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
} from '#modules/integrations/toolkit';

const MAX_COMMENTS = 20;

/** The kinds of comments of a review or a reply. */
const COMMENTS = [
  'diff_comments',
  'file_attachment_comments',
  'screenshot_comments',
  'general_comments',
];

function requestEvent(
  describe: (payload: Payload, reference: Markdown) => Markdown,
): NotificationBuilder {
  return (payload) => {
    const request = payload.object('review_request');
    const summary = request.text('summary');
    const id = request.optionalLabel('id');
    const title = id === undefined ? summary : `#${id} ${summary}`;
    const url = request.optionalText('absolute_url') ?? request.optionalText('url');
    return {
      topic: request.optionalText('links.repository.title') ?? summary,
      content: describe(payload, link(title, url)),
    };
  };
}

const published = requestEvent((payload, reference) => {
  const author = payload.optionalText('review_request.links.submitter.title') ?? 'A user';
  if (payload.value('is_new') === false) {
    return lines(md`${author} updated the review request ${reference}.`, changesOf(payload));
  }
  return lines(
    md`${author} published the review request ${reference}.`,
    factsOf(payload.object('review_request')),
    quoteMarkdown(payload.optionalText('review_request.description')),
  );
});

function factsOf(request: Payload): Markdown {
  const branch = request.optionalText('branch');
  const titles = (path: string): Markdown =>
    enumeration(request.optionalList(path).map((item) => item.optionalText('title')));
  return details({
    Branch: branch === undefined ? undefined : code(branch),
    Groups: titles('target_groups'),
    Reviewers: titles('target_people'),
    Bugs: enumeration(request.optionalList('bugs_closed').map((bug) => bug.optionalLabel([]))),
  });
}

/** What the author wrote about an update; a list with one item in some versions. */
function changesOf(payload: Payload): Markdown | undefined {
  const change = Array.isArray(payload.value('change'))
    ? payload.list('change')[0]
    : payload.optionalObject('change');
  return quoteMarkdown(change?.optionalText('text'));
}

const closed = requestEvent((payload, reference) => {
  const verb = payload.text('close_type') === 'submitted' ? 'submitted' : 'discarded';
  return lines(
    md`${userOf(payload, 'closed_by')} closed the review request ${reference} as ${verb}.`,
    quoteMarkdown(payload.optionalText('review_request.close_description')),
  );
});

const reopened = requestEvent(
  (payload, reference) =>
    md`${userOf(payload, 'reopened_by')} reopened the review request ${reference}.`,
);

function userOf(payload: Payload, path: string): string {
  return (
    payload.optionalText(`${path}.fullname`) ?? payload.optionalText(`${path}.username`) ?? 'A user'
  );
}

const reviewed = requestEvent((payload, reference) => {
  const author = payload.optionalText('review.links.user.title') ?? 'A user';
  const verdict = payload.flag('review.ship_it') ? ', and recommends to ship it' : '';
  const review = link('reviewed', payload.optionalText('review.absolute_url'));
  return lines(
    md`${author} ${review} the review request ${reference}${verdict}.`,
    ...textsOf(payload, 'review'),
  );
});

const replied = requestEvent((payload, reference) => {
  const author = payload.optionalText('reply.links.user.title') ?? 'A user';
  const reply = link('replied', payload.optionalText('reply.absolute_url'));
  return lines(
    md`${author} ${reply} to a review of the review request ${reference}.`,
    ...textsOf(payload, 'reply'),
  );
});

/** The text before the comments, the comments, and the text after them. */
function textsOf(payload: Payload, path: 'review' | 'reply'): (Markdown | undefined)[] {
  const comments = COMMENTS.flatMap((kind) => payload.optionalList(kind));
  const items = comments.slice(0, MAX_COMMENTS).map(commentItem);
  const omitted = comments.length - items.length;
  return [
    quoteMarkdown(payload.optionalText(`${path}.body_top`)),
    bullets([...items, omitted > 0 && `and ${omitted} more`]),
    quoteMarkdown(payload.optionalText(`${path}.body_bottom`)),
  ];
}

function commentItem(comment: Payload): Markdown {
  const file = comment.optionalText('links.filediff.title');
  const line = comment.optionalLabel('first_line');
  const place = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`;
  const isIssue = comment.value('issue_opened') === true;
  return joined(
    [
      place !== undefined && md`${code(place)}:`,
      md`${comment.optionalText('text')}`,
      isIssue && '(issue)',
    ],
    ' ',
  );
}

export const integration: EventIntegration = {
  name: 'reviewboard',
  displayName: 'Review Board',
  category: 'version-control',
  summary: 'Sends review requests, reviews and replies.',
  setup: [
    'In the administration of Review Board, open **WebHooks**, and add a webhook.',
    'Paste the URL as **URL**, choose **JSON** as the encoding, and choose the events and repositories.',
    'To have signatures checked, enter an **HMAC secret**, and add it to the URL as webhook_secret.',
    'Choose **Save**.',
  ],
  signature: hmac({ header: 'X-Hub-Signature', algorithm: 'sha1', prefix: 'sha1=' }),
  event: (_payload, request) => request.requireHeader('X-ReviewBoard-Event'),
  events: {
    review_request_published: published,
    review_request_closed: closed,
    review_request_reopened: reopened,
    review_published: reviewed,
    reply_published: replied,
  },
};
