// The field `json` of a form contains the event. HelloSign is now Dropbox Sign.
import { createHmac } from 'node:crypto';
import {
  areEqual,
  bullets,
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  Payload,
  quote,
  type SignatureScheme,
  words,
} from '#modules/integrations/toolkit';

/** Responses without this text are failures for HelloSign. */
const RECEIVED = { msg: 'Hello API Event Received' };

const MAX_SIGNERS = 20;

/** Throws a PayloadError. */
function documentOf(payload: Payload): Payload {
  return payload.has('json') ? payload.parsed('json') : payload;
}

/** The payload contains the HMAC of the time and the type of the event. */
const signature: SignatureScheme = ({ payload }, secret) => {
  const event = eventOf(payload);
  const signed = `${event.optionalLabel('event_time') ?? ''}${event.optionalLabel('event_type') ?? ''}`;
  const digest = createHmac('sha256', secret).update(signed).digest('hex');
  return areEqual(event.optionalLabel('event_hash') ?? '', digest);
};

/** Empty if the payload contains no event. */
function eventOf(payload: Payload): Payload {
  try {
    return documentOf(payload).object('event');
  } catch {
    return new Payload({});
  }
}

type Describe = (request: Markdown, signer: string) => Markdown;

function requestEvent(describe: Describe): NotificationBuilder {
  return (payload) => {
    const document = documentOf(payload);
    const request = document.object('signature_request');
    const title = request.optionalText('title') ?? request.optionalText('subject') ?? 'Untitled';
    const page = link(title, request.optionalText('details_url'));
    return {
      topic: title,
      content: lines(
        describe(page, signerOf(document)),
        signersOf(request),
        quote(document.optionalText('event.event_metadata.event_message')),
      ),
    };
  };
}

/** The signer whose signature the event is about. */
function signerOf(document: Payload): string {
  const id = document.optionalText('event.event_metadata.related_signature_id');
  const related = document
    .optionalList('signature_request.signatures')
    .find((one) => id !== undefined && one.value('signature_id') === id);
  return (
    related?.optionalText('signer_name') ??
    related?.optionalText('signer_email_address') ??
    'A signer'
  );
}

function signersOf(request: Payload): Markdown {
  const signatures = request.optionalList('signatures');
  const items = signatures.slice(0, MAX_SIGNERS).map((one) => {
    const name = one.optionalText('signer_name') ?? one.optionalText('signer_email_address');
    const status = words(one.optionalText('status_code') ?? 'unknown');
    const reason = one.optionalText('decline_reason');
    return reason === undefined
      ? md`${name ?? 'A signer'}: ${status}`
      : md`${name ?? 'A signer'}: ${status} – ${reason}`;
  });
  const omitted = signatures.length - items.length;
  return bullets([...items, omitted > 0 && `and ${omitted} more`]);
}

function templateEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const document = documentOf(payload);
    const title = document.optionalText('template.title') ?? 'Untitled';
    return {
      topic: title,
      content: lines(
        md`The template ${title} ${verb}.`,
        quote(document.optionalText('event.event_metadata.event_message')),
      ),
    };
  };
}

function faxEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const fax = documentOf(payload).object('transmission');
    const title = fax.optionalText('title') ?? 'Untitled';
    return {
      topic: title,
      content: lines(
        md`The fax ${title} ${verb}.`,
        details({ Sender: fax.optionalText('sender'), Subject: fax.optionalText('subject') }),
      ),
    };
  };
}

const accountConfirmed: NotificationBuilder = (payload) => {
  const email = documentOf(payload).optionalText('account.email_address') ?? 'A user';
  return { topic: 'accounts', content: md`${email} confirmed the account.` };
};

export const integration: EventIntegration = {
  name: 'hellosign',
  displayName: 'HelloSign',
  category: 'productivity',
  summary: 'Sends requests for signatures, and who signed or declined.',
  setup: [
    'In the settings of HelloSign (Dropbox Sign), open **API**.',
    'Paste the URL as **Account callback**, and choose **Test**.',
    'To have the sender checked, add your API key to the URL as webhook_secret.',
  ],
  body: 'form',
  signature,
  responseFields: RECEIVED,
  handshake: ({ payload }) =>
    eventOf(payload).value('event_type') === 'callback_test' ? { fields: RECEIVED } : undefined,
  event: (payload) => documentOf(payload).text('event.event_type'),
  events: {
    signature_request_sent: requestEvent((request) => md`${request} was sent for signature.`),
    signature_request_prepared: requestEvent(
      (request) => md`${request} is prepared for signature.`,
    ),
    signature_request_viewed: requestEvent((request, signer) => md`${signer} viewed ${request}.`),
    signature_request_signed: requestEvent((request, signer) => md`${signer} signed ${request}.`),
    signature_request_all_signed: requestEvent((request) => md`All signers signed ${request}.`),
    signature_request_downloadable: requestEvent(
      (request) => md`The documents of ${request} can be downloaded.`,
    ),
    signature_request_declined: requestEvent(
      (request, signer) => md`${signer} declined to sign ${request}.`,
    ),
    signature_request_reassigned: requestEvent(
      (request, signer) => md`${request} was reassigned to another signer by ${signer}.`,
    ),
    signature_request_signer_removed: requestEvent(
      (request) => md`A signer of ${request} was removed.`,
    ),
    signature_request_remind: requestEvent(
      (request) => md`The signers of ${request} were reminded.`,
    ),
    signature_request_canceled: requestEvent((request) => md`${request} was canceled.`),
    signature_request_expired: requestEvent((request) => md`${request} expired.`),
    signature_request_invalid: requestEvent((request) => md`${request} has an error.`),
    signature_request_email_bounce: requestEvent(
      (request, signer) => md`The email for ${request} to ${signer} could not be delivered.`,
    ),
    signature_request_incomplete_qes: requestEvent(
      (request) => md`A qualified signature of ${request} is incomplete.`,
    ),
    signature_request_destroyed: requestEvent(
      (request) => md`The documents of ${request} were deleted.`,
    ),
    sign_url_invalid: requestEvent((request) => md`An address to sign ${request} is not valid.`),
    file_error: requestEvent((request) => md`A file of ${request} could not be processed.`),
    unknown_error: requestEvent((request) => md`${request} has an unknown error.`),
    template_created: templateEvent('was created'),
    template_error: templateEvent('could not be created'),
    fax_sent: faxEvent('was sent'),
    fax_received: faxEvent('was received'),
    fax_busy: faxEvent('was not sent: the line is busy'),
    fax_no_answer: faxEvent('was not sent: the line does not answer'),
    fax_disconnected: faxEvent('was not sent: the connection ended'),
    fax_on_hold: faxEvent('is on hold'),
    fax_blacklisted: faxEvent('was not sent: the number is blocked'),
    account_confirmed: accountConfirmed,
  },
};
