// All events of Stripe have one form: an object, what happened to it, and its former attributes.
import {
  bold,
  code,
  details,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  time,
} from '#modules/integrations/toolkit';
import { amountText } from './amounts.js';

interface Kind {
  name: string;
  /** The part of the dashboard with the object. */
  page?: string;
  /** Topic of objects without a customer. */
  topic: string;
}

/** By the beginning of the type, the longest ones first. */
const KINDS: [prefix: string, kind: Kind][] = [
  ['account', { name: 'Account', topic: 'account updates' }],
  ['application_fee', { name: 'Application fee', topic: 'charges' }],
  ['balance', { name: 'Balance', topic: 'account updates' }],
  ['charge.dispute', { name: 'Dispute', page: 'disputes', topic: 'disputes' }],
  ['charge.refund', { name: 'Refund', page: 'refunds', topic: 'refunds' }],
  ['charge', { name: 'Charge', page: 'payments', topic: 'charges' }],
  ['checkout.session', { name: 'Checkout session', topic: 'charges' }],
  ['coupon', { name: 'Coupon', page: 'coupons', topic: 'coupons' }],
  ['credit_note', { name: 'Credit note', topic: 'invoices' }],
  ['customer.discount', { name: 'Discount', topic: 'coupons' }],
  ['customer.source', { name: 'Payment source', topic: 'customers' }],
  [
    'customer.subscription',
    { name: 'Subscription', page: 'subscriptions', topic: 'subscriptions' },
  ],
  ['customer.tax_id', { name: 'Tax ID', topic: 'customers' }],
  ['customer', { name: 'Customer', page: 'customers', topic: 'customers' }],
  ['file', { name: 'File', topic: 'files' }],
  ['invoiceitem', { name: 'Invoice item', page: 'invoiceitems', topic: 'invoices' }],
  ['invoice', { name: 'Invoice', page: 'invoices', topic: 'invoices' }],
  ['payment_intent', { name: 'Payment', page: 'payments', topic: 'charges' }],
  ['payment_link', { name: 'Payment link', page: 'payment-links', topic: 'charges' }],
  ['payment_method', { name: 'Payment method', topic: 'customers' }],
  ['payout', { name: 'Payout', page: 'payouts', topic: 'payouts' }],
  ['plan', { name: 'Plan', page: 'plans', topic: 'products' }],
  ['price', { name: 'Price', page: 'prices', topic: 'products' }],
  ['product', { name: 'Product', page: 'products', topic: 'products' }],
  ['promotion_code', { name: 'Promotion code', page: 'promotion_codes', topic: 'coupons' }],
  ['quote', { name: 'Quote', page: 'quotes', topic: 'invoices' }],
  ['radar.early_fraud_warning', { name: 'Early fraud warning', topic: 'disputes' }],
  ['refund', { name: 'Refund', page: 'refunds', topic: 'refunds' }],
  ['review', { name: 'Review', topic: 'charges' }],
  ['setup_intent', { name: 'Setup intent', page: 'setup_intents', topic: 'customers' }],
  ['source', { name: 'Payment source', topic: 'customers' }],
  ['subscription_schedule', { name: 'Subscription schedule', topic: 'subscriptions' }],
  ['tax_rate', { name: 'Tax rate', page: 'tax-rates', topic: 'products' }],
  ['topup', { name: 'Top-up', page: 'topups', topic: 'payouts' }],
  ['transfer', { name: 'Transfer', page: 'connect/transfers', topic: 'payouts' }],
];

/** What happens to the objects, by the beginning of the type. */
const ACTIONS: Record<string, string> = {
  account: 'updated application.authorized application.deauthorized',
  application_fee: 'created refunded',
  balance: 'available',
  'charge.dispute': 'closed created funds_reinstated funds_withdrawn updated',
  'charge.refund': 'updated',
  charge: 'captured expired failed pending refunded succeeded updated',
  'checkout.session': 'async_payment_failed async_payment_succeeded completed expired',
  coupon: 'created deleted updated',
  credit_note: 'created updated voided',
  'customer.discount': 'created deleted updated',
  'customer.source': 'created deleted expiring updated',
  'customer.subscription':
    'created deleted paused pending_update_applied pending_update_expired resumed trial_will_end updated',
  'customer.tax_id': 'created deleted updated',
  customer: 'created deleted updated',
  file: 'created',
  invoiceitem: 'created deleted updated',
  invoice:
    'created deleted finalization_failed finalized marked_uncollectible overdue paid payment_action_required payment_failed payment_succeeded sent upcoming updated voided',
  payment_intent:
    'amount_capturable_updated canceled created partially_funded payment_failed processing requires_action succeeded',
  payment_link: 'created updated',
  payment_method: 'attached automatically_updated detached updated',
  payout: 'canceled created failed paid updated',
  plan: 'created deleted updated',
  price: 'created deleted updated',
  product: 'created deleted updated',
  promotion_code: 'created updated',
  quote: 'accepted canceled created finalized',
  'radar.early_fraud_warning': 'created updated',
  refund: 'created failed updated',
  review: 'closed opened',
  setup_intent: 'canceled created requires_action setup_failed succeeded',
  source: 'canceled chargeable failed',
  subscription_schedule: 'aborted canceled completed created expiring released updated',
  tax_rate: 'created updated',
  topup: 'canceled created failed reversed succeeded',
  transfer: 'created reversed updated',
};

export const stripeEvents: Readonly<Record<string, NotificationBuilder>> = Object.fromEntries(
  KINDS.flatMap(([prefix, kind]) =>
    (ACTIONS[prefix] ?? '')
      .split(' ')
      .map((action): [string, NotificationBuilder] => [
        `${prefix}.${action}`,
        (payload) => ({ topic: topicOf(payload, kind), content: content(payload, kind, action) }),
      ]),
  ),
);

function topicOf(payload: Payload, { topic, name }: Kind): string {
  const object = payload.object('data.object');
  if (name === 'Customer') return object.text('id');
  const customer = object.value('customer');
  return typeof customer === 'string' && customer !== '' ? customer : topic;
}

function content(payload: Payload, kind: Kind, action: string): Markdown {
  const object = payload.object('data.object');
  const id = object.optionalText('id');
  const name = id === undefined ? kind.name : `${kind.name} ${id}`;
  const reference = link(name, dashboardUrl(payload, kind, id));
  const isUpdate = /(^|_)updated$/.test(action);
  return lines(
    md`${reference}: ${bold(action.replaceAll(/[._]/g, ' '))}.`,
    isUpdate ? changes(payload) : facts(payload, object),
  );
}

function dashboardUrl(
  payload: Payload,
  { page }: Kind,
  id: string | undefined,
): string | undefined {
  if (page === undefined || id === undefined) return undefined;
  const mode = payload.value('livemode') === false ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}${page}/${encodeURIComponent(id)}`;
}

function facts(payload: Payload, object: Payload): Markdown {
  const amount = ['amount', 'amount_due', 'amount_total', 'total', 'unit_amount']
    .map((name) => object.optionalNumber(name))
    .find((value) => value !== undefined);
  const currency = object.optionalText('currency');
  const test = payload.value('livemode') === false ? 'yes' : undefined;
  return details({
    Amount: amount === undefined ? undefined : amountText(amount, currency),
    Name: object.optionalText('name'),
    Email: object.optionalText('email') ?? object.optionalText('customer_email'),
    Description: object.optionalText('description'),
    Status: object.optionalText('status'),
    Reason:
      object.optionalText('reason') ??
      object.optionalText('failure_message') ??
      object.optionalText('last_payment_error.message'),
    Due: timeOf(object, 'due_date') ?? timeOf(object, 'evidence_details.due_by'),
    'Trial ends': timeOf(object, 'trial_end'),
    Invoice: pageLink(object.optionalText('hosted_invoice_url')),
    Receipt: pageLink(object.optionalText('receipt_url')),
    'Test mode': test,
  });
}

function timeOf(object: Payload, path: string): Markdown | undefined {
  const value = object.optionalNumber(path);
  return value === undefined ? undefined : time(value);
}

function pageLink(url: string | undefined): Markdown | undefined {
  return url === undefined ? undefined : link('open', url);
}

const MAX_CHANGES = 20;

/** The attributes that have changed, with their current values. */
function changes(payload: Payload): Markdown {
  const object = payload.object('data.object');
  const names = payload.members('data.previous_attributes').map(([name]) => name);
  return details(
    Object.fromEntries(
      names.slice(0, MAX_CHANGES).map((name): [string, Insert] => [name, current(object, name)]),
    ),
  );
}

function current(object: Payload, name: string): Insert {
  const value = object.value([name]) ?? null;
  if (value === null) return 'none';
  return typeof value === 'object' ? 'changed' : code(object.label([name]));
}
