// Candidates and their applications.
import {
  capitalized,
  details,
  enumeration,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  words,
} from '#modules/integrations/toolkit';

/** Such as "Hire Candidate - 19". */
export function topicOf(payload: Payload, id: string): string {
  const action = words(payload.text('action'));
  return `${action.split(' ').map(capitalized).join(' ')} - ${id}`;
}

function nameOf(person: Payload): string {
  const names = [person.optionalText('first_name'), person.optionalText('last_name')];
  return names.filter((name) => name !== undefined).join(' ') || 'A candidate';
}

export function applicationEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const application = payload.object('payload.application');
    const candidate = application.object('candidate');
    const url = application.optionalText('url') ?? candidate.optionalText('url');
    return {
      topic: topicOf(payload, candidate.label('id')),
      content: lines(
        md`${link(nameOf(candidate), url)} ${verb}.`,
        details({
          ...jobsOf(application),
          Stage: application.optionalText('current_stage.name'),
          Status: application.optionalText('status'),
          Source:
            application.optionalText('source.public_name') ??
            application.optionalText('source.name'),
          'Rejection reason': application.optionalText('rejection_reason.name'),
          'Start date': application.optionalText('offer.starts_at'),
          ...contactsOf(candidate),
        }),
      ),
    };
  };
}

/** Some events contain a single job in place of a list. */
function jobsOf(application: Payload): Record<string, Insert> {
  const names = application.optionalList('jobs').map((job) => job.optionalText('name'));
  if (names.length === 0) return { Job: application.optionalText('job.name') };
  return { [names.length === 1 ? 'Job' : 'Jobs']: enumeration(names) };
}

function contactsOf(candidate: Payload): Record<string, Insert> {
  const emails = candidate.optionalList('email_addresses');
  return {
    Emails: enumeration(emails.map((email) => email.optionalText('value'))),
    Attachments: enumeration(candidate.optionalList('attachments').map(attachmentLink)),
  };
}

function attachmentLink(attachment: Payload): Markdown {
  const name = attachment.optionalText('filename') ?? attachment.optionalText('type') ?? 'File';
  return link(name, attachment.optionalText('url'));
}

export const candidateUpdated: NotificationBuilder = (payload) => {
  const candidate = payload.object('payload.candidate');
  return {
    topic: topicOf(payload, candidate.label('id')),
    content: lines(
      md`${link(nameOf(candidate), candidate.optionalText('url'))} was updated.`,
      details({
        Title: candidate.optionalText('title'),
        Company: candidate.optionalText('company'),
        ...contactsOf(candidate),
      }),
    ),
  };
};

/** For candidates that no longer exist. */
export function personEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const person = payload.object('payload.person');
    return {
      topic: topicOf(payload, person.label('id')),
      content: lines(
        md`${nameOf(person)} ${verb}.`,
        details({
          Title: person.optionalText('title'),
          Company: person.optionalText('company'),
          'New candidate': person.optionalLabel('new_candidate_id'),
        }),
      ),
    };
  };
}

export const candidateAnonymized: NotificationBuilder = (payload) => {
  const id = payload.label('payload.candidate_id');
  const fields = payload.texts('payload.anonymized_fields').map((field) => words(field));
  return {
    topic: topicOf(payload, id),
    content: lines(
      md`The candidate with the ID ${id} was anonymized.`,
      details({ Fields: enumeration(fields) }),
    ),
  };
};

export const deletedApplication: NotificationBuilder = (payload) => {
  const application = payload.object('payload.application');
  const candidate = application.label('candidate_id');
  return {
    topic: topicOf(payload, candidate),
    content: lines(
      md`An application of the candidate with the ID ${candidate} was deleted.`,
      details({
        Application: application.optionalLabel('id'),
        Job: application.optionalLabel('job_id'),
      }),
    ),
  };
};
