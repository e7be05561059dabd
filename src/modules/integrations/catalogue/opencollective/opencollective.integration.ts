// Webhooks are activities; which members `data` has depends on the type of the activity.
import {
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  urlPart,
} from '#modules/integrations/toolkit';

const SITE = 'https://opencollective.com';

/** Incognito users have no page. */
function account(payload: Payload, path: string): Markdown | undefined {
  const info = payload.optionalObject(path);
  if (!info) return undefined;
  const slug = info.optionalText('slug');
  const url = slug === undefined ? undefined : `${SITE}/${urlPart(slug)}`;
  return link(info.optionalText('name') ?? slug ?? 'An account', url);
}

/** With the interval, if there is one; the texts are those of Open Collective. */
function amount(payload: Payload, path: string): string | undefined {
  return (
    payload.optionalText(`${path}.formattedAmountWithInterval`) ??
    payload.optionalText(`${path}.formattedAmount`)
  );
}

const memberCreated: NotificationBuilder = (payload) => {
  const member = account(payload, 'data.member.memberCollective') ?? md`An incognito user`;
  const given = amount(payload, 'data.order');
  return {
    topic: 'New Member',
    content: lines(
      given === undefined ? md`${member} joined.` : md`${member} contributed ${given}.`,
      details({
        Role: payload.optionalText('data.member.role')?.toLowerCase(),
        Tier: payload.optionalText('data.member.tier.name'),
        Description:
          payload.optionalText('data.order.description') ??
          payload.optionalText('data.member.description'),
      }),
    ),
  };
};

const transactionCreated: NotificationBuilder = (payload) => {
  const from = account(payload, 'data.fromCollective') ?? md`an incognito user`;
  const to = account(payload, 'data.collective') ?? md`a collective`;
  const sum = amount(payload, 'data.transaction') ?? 'money';
  return {
    topic: 'Transactions',
    content: lines(
      md`${sum} was transferred from ${from} to ${to}.`,
      details({
        Type: payload.optionalText('data.transaction.type')?.toLowerCase(),
        Description: payload.optionalText('data.transaction.description'),
      }),
    ),
  };
};

const updatePublished: NotificationBuilder = (payload) => {
  const title = payload.text('data.update.title');
  return {
    topic: 'Updates',
    content: lines(
      md`The update ${title} was published.`,
      details({
        Visible:
          payload.value('data.update.isPrivate') === true ? 'only to contributors' : undefined,
      }),
    ),
  };
};

function expense(verb: string): NotificationBuilder {
  return (payload) => {
    const description = payload.text('data.expense.description');
    const id = payload.optionalLabel('data.expense.id');
    const slug = payload.optionalText('data.collective.slug');
    const url =
      slug === undefined || id === undefined
        ? undefined
        : `${SITE}/${urlPart(slug)}/expenses/${urlPart(id)}`;
    return {
      topic: 'Expenses',
      content: lines(
        md`The expense ${link(description, url)} was ${verb}.`,
        details({
          Amount: amount(payload, 'data.expense'),
          From: account(payload, 'data.fromCollective'),
          To: account(payload, 'data.collective'),
        }),
      ),
    };
  };
}

const orderProcessed: NotificationBuilder = (payload) => {
  const from = account(payload, 'data.fromCollective') ?? md`An incognito user`;
  const to = account(payload, 'data.collective') ?? md`the collective`;
  const sum = amount(payload, 'data.order') ?? 'an amount';
  return {
    topic: 'Contributions',
    content: lines(
      md`${from} contributed ${sum} to ${to}.`,
      details({
        Tier: payload.optionalText('data.tier.name'),
        Description: payload.optionalText('data.order.description'),
        Payment: payload.value('data.firstPayment') === true ? 'first' : undefined,
      }),
    ),
  };
};

function subscription(verb: string): NotificationBuilder {
  return (payload) => ({
    topic: 'Contributions',
    content: lines(
      md`A recurring contribution was ${verb}.`,
      details({
        Amount: amount(payload, 'data.order'),
        Tier: payload.optionalText('data.tier.name'),
        Description: payload.optionalText('data.order.description'),
      }),
    ),
  });
}

const ticketConfirmed: NotificationBuilder = (payload) => {
  const name = payload.optionalText('data.recipient.name') ?? 'A user';
  const number = payload.optionalNumber('data.order.quantity') ?? 1;
  return {
    topic: 'Tickets',
    content: lines(
      number > 1 ? md`${name} has ${number} tickets.` : md`${name} has a ticket.`,
      details({
        Tier: payload.optionalText('data.tier.name'),
        Amount: amount(payload, 'data.order'),
      }),
    ),
  };
};

function application(verb: string): NotificationBuilder {
  return (payload) => {
    const collective = account(payload, 'data.collective') ?? md`A collective`;
    const host = account(payload, 'data.host');
    return {
      topic: 'Applications',
      content: lines(
        host ? md`${collective} ${verb} ${host}.` : md`${collective} ${verb} a host.`,
        details({ Reason: payload.optionalText('data.rejectionReason') }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'opencollective',
  displayName: 'Open Collective',
  category: 'financial',
  summary: 'Sends new members, contributions, expenses and updates of a collective.',
  setup: [
    'On the page of the collective, open **Settings**, **Webhooks**.',
    'Paste the URL, choose an **Activity**, and save; repeat this for further activities.',
  ],
  event: (payload) => payload.text('type'),
  events: {
    'collective.member.created': memberCreated,
    'collective.transaction.created': transactionCreated,
    'collective.update.published': updatePublished,
    'collective.expense.created': expense('submitted'),
    'collective.expense.deleted': expense('deleted'),
    'collective.expense.updated': expense('updated'),
    'collective.expense.rejected': expense('rejected'),
    'collective.expense.invite.declined': expense('declined by the invited user'),
    'collective.expense.approved': expense('approved'),
    'collective.expense.reApprovalRequested': expense('sent for approval again'),
    'collective.expense.unapproved': expense('unapproved'),
    'collective.expense.paid': expense('paid'),
    'collective.expense.unpaid': expense('marked as unpaid'),
    'collective.expense.processing': expense('sent for payment'),
    'collective.expense.error': expense('not paid because of an error'),
    'collective.expense.scheduledForPayment': expense('scheduled for payment'),
    'collective.expense.spam': expense('marked as spam'),
    'order.processed': orderProcessed,
    'subscription.canceled': subscription('canceled'),
    'subscription.paused': subscription('paused'),
    'subscription.resumed': subscription('resumed'),
    'ticket.confirmed': ticketConfirmed,
    'collective.apply': application('applied to'),
    'collective.approved': application('was approved by'),
    'collective.rejected': application('was rejected by'),
  },
};
