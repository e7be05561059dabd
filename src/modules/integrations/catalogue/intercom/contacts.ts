// Contacts, which are users or leads, companies, and teammates.
import {
  code,
  details,
  lines,
  md,
  type NotificationBuilder,
  type Payload,
  time,
  words,
} from '#modules/integrations/toolkit';
import { itemOf, personName, personTopic } from './item.js';

/** What became of the contact, after its name. */
function contact(what: string, type?: string): NotificationBuilder {
  return (payload) => {
    const item = itemOf(payload);
    const person = item.optionalObject('contact') ?? item.optionalObject('user') ?? item;
    const name = personName(person) ?? 'A contact';
    const [typeName] = personTopic(person).split(':', 1);
    return {
      topic: type === undefined ? `${typeName!}: ${name}` : `${type}: ${name}`,
      content: lines(
        md`${name} ${what}.`,
        details({
          Email: person.optionalText('email'),
          Tag: item.optionalText('tag.name'),
          Company: item.optionalText('company.name'),
        }),
      ),
    };
  };
}

function company(verb: string): NotificationBuilder {
  return (payload) => {
    const item = itemOf(payload);
    const name = item.optionalText('name') ?? item.label('id');
    return {
      topic: 'Companies',
      content: lines(
        md`The company ${name} was ${verb}.`,
        details({ Industry: item.optionalText('industry'), Plan: item.optionalText('plan.name') }),
      ),
    };
  };
}

function companyContact(verb: string, preposition: string): NotificationBuilder {
  return (payload) => {
    const item = itemOf(payload);
    const name = personName(item.optionalObject('contact')) ?? 'A contact';
    return {
      topic: 'Companies',
      content: md`${name} was ${verb} ${preposition} the company ${item.optionalText('company.name') ?? 'of the contact'}.`,
    };
  };
}

function admin(describe: (item: Payload) => string): NotificationBuilder {
  return (payload) => {
    const item = itemOf(payload);
    const name = personName(item.optionalObject('admin') ?? item) ?? 'A teammate';
    return { topic: 'Teammates', content: md`${name} ${describe(item)}.` };
  };
}

const eventCreated: NotificationBuilder = (payload) => {
  const item = itemOf(payload);
  const person = item.optionalText('email') ?? item.optionalLabel('user_id') ?? 'A contact';
  return {
    topic: `User: ${person}`,
    content: lines(
      md`${person} triggered the event ${code(item.text('event_name'))}.`,
      details({ Time: time(item.optionalNumber('created_at')) }),
    ),
  };
};

const activityLogged: NotificationBuilder = (payload) => {
  const item = itemOf(payload);
  const name = personName(item.optionalObject('performed_by')) ?? 'A teammate';
  const description = item.optionalText('activity_description');
  return {
    topic: 'Teammates',
    content: md`${description ?? `${name}: ${words(item.text('activity_type'))}`}.`,
  };
};

export const contactEvents: Readonly<Record<string, NotificationBuilder>> = {
  'user.created': contact('was added as a user', 'User'),
  'user.deleted': contact('was deleted', 'User'),
  'user.unsubscribed': contact('unsubscribed from emails', 'User'),
  'user.email.updated': contact('has another email address', 'User'),
  'user.tag.created': contact('was tagged', 'User'),
  'user.tag.deleted': contact('lost a tag', 'User'),
  'contact.created': contact('was added as a lead', 'Lead'),
  'contact.signed_up': contact('signed up', 'Lead'),
  'contact.added_email': contact('left an email address', 'Lead'),
  'contact.tag.created': contact('was tagged'),
  'contact.tag.deleted': contact('lost a tag'),
  'contact.archived': contact('was archived'),
  'contact.deleted': contact('was deleted'),
  'contact.merged': contact('was merged with another contact'),
  'contact.subscribed': contact('subscribed to emails'),
  'contact.unsubscribed': contact('unsubscribed from emails'),
  'contact.email.updated': contact('has another email address'),
  'contact.user.created': contact('was added as a user', 'User'),
  'contact.user.updated': contact('was changed', 'User'),
  'contact.user.tag.created': contact('was tagged', 'User'),
  'contact.user.tag.deleted': contact('lost a tag', 'User'),
  'contact.lead.created': contact('was added as a lead', 'Lead'),
  'contact.lead.updated': contact('was changed', 'Lead'),
  'contact.lead.added_email': contact('left an email address', 'Lead'),
  'contact.lead.signed_up': contact('signed up', 'Lead'),
  'contact.lead.tag.created': contact('was tagged', 'Lead'),
  'contact.lead.tag.deleted': contact('lost a tag', 'Lead'),
  'visitor.signed_up': contact('signed up', 'Visitor'),
  'company.created': company('created'),
  'company.updated': company('changed'),
  'company.deleted': company('deleted'),
  'company.contact.attached': companyContact('added', 'to'),
  'company.contact.detached': companyContact('removed', 'from'),
  'admin.added_to_workspace': admin(() => 'joined the workspace'),
  'admin.removed_from_workspace': admin(() => 'was removed from the workspace'),
  'admin.logged_in': admin(() => 'logged in'),
  'admin.logged_out': admin(() => 'logged out'),
  'admin.away_mode_updated': admin((item) => {
    const path = item.has('admin') ? 'admin.away_mode_enabled' : 'away_mode_enabled';
    return item.value(path) === true ? 'is away' : 'is no longer away';
  }),
  'admin.activity_log_event.created': activityLogged,
  'event.created': eventCreated,
};
