// Jobs and their posts, offers, and parts of the organization.
import {
  details,
  enumeration,
  lines,
  md,
  type NotificationBuilder,
  type Payload,
  words,
} from '#modules/integrations/toolkit';
import { topicOf } from './candidates.js';

export function jobEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const job = payload.object('payload.job');
    const flow = payload.optionalText('payload.approval_flow.approval_flow_type');
    return {
      topic: topicOf(payload, job.label('id')),
      content: lines(
        md`The job ${job.text('name')} was ${verb}.`,
        details({
          Approval: flow === undefined ? undefined : words(flow),
          Status: job.optionalText('status'),
          Departments: namesOf(job, 'departments'),
          Offices: namesOf(job, 'offices'),
          Requisition: job.optionalLabel('requisition_id'),
        }),
      ),
    };
  };
}

function namesOf(job: Payload, path: string): ReturnType<typeof enumeration> {
  return enumeration(job.optionalList(path).map((item) => item.optionalText('name')));
}

/** Without a job, it is a post for prospects. */
export function jobPostEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const post = payload.optionalObject('payload.job_post') ?? payload.object('payload');
    const kind = post.has('job_id') ? 'job post' : 'prospect post';
    return {
      topic: topicOf(payload, post.label('id')),
      content: lines(
        md`The ${kind} ${post.text('title')} was ${verb}.`,
        details({
          Location: post.optionalText('location'),
          Live: post.value('live') === true ? 'yes' : 'no',
        }),
      ),
    };
  };
}

export function offerEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const offer = payload.optionalObject('payload.offer') ?? payload.object('payload');
    return {
      topic: topicOf(payload, offer.label('id')),
      content: lines(
        md`An offer for the application ${offer.label('application_id')} was ${verb}.`,
        details({
          Status: offer.optionalText('offer_status'),
          Version: offer.optionalLabel('version'),
          'Start date': offer.optionalText('start_date'),
          Sent: offer.optionalText('sent_on'),
          Notes: offer.optionalText('notes'),
        }),
      ),
    };
  };
}

/** Some things have no name. */
export function deletion(member: string, kind: string): NotificationBuilder {
  return (payload) => {
    const item = payload.object(`payload.${member}`);
    const id = item.label('id');
    return {
      topic: topicOf(payload, id),
      content: md`The ${kind} ${item.optionalText('name') ?? `with the ID ${id}`} was deleted.`,
    };
  };
}
