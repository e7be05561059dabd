// Payloads are documents of JSON:API: what the webhook is about, and in `included` what belongs to it.
import {
  capitalized,
  details,
  enumeration,
  type EventIntegration,
  hmac,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  words,
} from '#modules/integrations/toolkit';

const CENTS = 100;
const SITE = 'https://www.patreon.com';

function memberEvent(
  describe: (name: string, campaign: Markdown) => Markdown,
): NotificationBuilder {
  return (payload) => {
    const member = payload.object('data.attributes');
    return {
      topic: 'membership notifications',
      content: lines(
        describe(member.text('full_name'), campaignOf(payload)),
        details({
          Status: statusText(member.optionalText('patron_status')),
          Tiers: enumeration(tiersOf(payload)),
          Amount: amount(member.optionalNumber('currently_entitled_amount_cents')),
          'Total support': amount(
            member.optionalNumber('campaign_lifetime_support_cents') ??
              member.optionalNumber('lifetime_support_cents'),
          ),
          'Last charge': member.optionalText('last_charge_status'),
          'Patrons of the campaign': included(payload, 'campaign')
            .map((campaign) => campaign.optionalLabel('attributes.patron_count'))
            .find((count) => count !== undefined),
        }),
      ),
    };
  };
}

function included(payload: Payload, type: string): Payload[] {
  return payload.optionalList('included').filter((resource) => resource.value('type') === type);
}

function campaignOf(payload: Payload): Markdown {
  const campaign = included(payload, 'campaign')[0];
  const name = campaign?.optionalText('attributes.creation_name') ?? 'the campaign';
  return link(name, campaign?.optionalText('attributes.url'));
}

/** The tiers of the member; the campaign's others may be included, too. */
function tiersOf(payload: Payload): (string | undefined)[] {
  const ids = payload
    .optionalList('data.relationships.currently_entitled_tiers.data')
    .map((tier) => tier.optionalLabel('id'));
  return included(payload, 'tier')
    .filter((tier) => ids.includes(tier.optionalLabel('id')))
    .map((tier) => tier.optionalText('attributes.title'));
}

/** In the currency of the campaign, which the payload does not contain. */
function amount(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : (cents / CENTS).toFixed(2);
}

function statusText(status: string | undefined): string | undefined {
  return status === undefined ? undefined : capitalized(words(status));
}

function postEvent(verb: string): NotificationBuilder {
  return (payload) => {
    const post = payload.object('data.attributes');
    const title = post.optionalText('title') ?? 'Untitled post';
    return {
      topic: title,
      content: lines(
        md`The post ${link(title, postUrl(post))} was ${verb}.`,
        details({
          Visible: post.value('is_public') === false ? 'only to patrons' : undefined,
        }),
      ),
    };
  };
}

/** Some payloads contain only the path. */
function postUrl(post: Payload): string | undefined {
  const url = post.optionalText('url');
  return url?.startsWith('/') ? `${SITE}${url}` : url;
}

export const integration: EventIntegration = {
  name: 'patreon',
  displayName: 'Patreon',
  category: 'financial',
  summary: 'Sends members, pledges and posts of a campaign.',
  setup: [
    'On the page **www.patreon.com/portal/registration/register-webhooks**, paste the URL, and choose the plus sign.',
    'Choose the triggers.',
    'To have signatures checked, add the **secret** of the webhook to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-Patreon-Signature', algorithm: 'md5' }),
  event: (_payload, request) => request.requireHeader('X-Patreon-Event'),
  events: {
    'members:create': memberEvent((name, campaign) => md`${name} joined ${campaign}.`),
    'members:update': memberEvent(
      (name, campaign) => md`The membership of ${name} in ${campaign} changed.`,
    ),
    'members:delete': memberEvent(
      (name, campaign) => md`The membership of ${name} in ${campaign} ended.`,
    ),
    'members:pledge:create': memberEvent((name, campaign) => md`${name} pledged to ${campaign}.`),
    'members:pledge:update': memberEvent(
      (name, campaign) => md`${name} changed the pledge to ${campaign}.`,
    ),
    'members:pledge:delete': memberEvent(
      (name, campaign) => md`${name} canceled the pledge to ${campaign}.`,
    ),
    'posts:publish': postEvent('published'),
    'posts:update': postEvent('updated'),
    'posts:delete': postEvent('deleted'),
  },
  // Version 1 of the API, whose webhooks report the same changes.
  ignored: ['pledges:create', 'pledges:update', 'pledges:delete'],
};
