// The settings and custom emoji of the organization.
import type { Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const organizationEffects: Effects = {
  'realm_emoji/update'({ fields }, event) {
    fields['realm_emoji'] = event['realm_emoji'];
  },

  'realm_emoji/add'({ fields }, event) {
    const added = event['emoji'] as Row;
    (fields['realm_emoji'] as Record<string, Row>)[added['id'] as string] = added;
  },

  'realm_emoji/update_one'({ fields }, event) {
    const emoji = fields['realm_emoji'] as Record<string, Row>;
    Object.assign(emoji[event['emoji_id'] as string]!, event['data']);
  },

  'realm_user_settings_defaults/update'({ fields }, event) {
    const defaults = fields['realm_user_settings_defaults'] as Row;
    defaults[event['property'] as string] = event['value'];
  },

  restart({ fields }, event) {
    for (const name of OF_THE_SERVER) fields[name] = event[name];
    fields['service_feature_level'] = event['zulip_feature_level'];
  },

  // The list of invitations is not part of the state.
  invites_changed() {},

  'realm_domains/add'({ fields }, event) {
    rows(fields, 'realm_domains').push(event['realm_domain'] as Row);
  },

  'realm_domains/change'({ fields }, event) {
    const changed = event['realm_domain'] as Row;
    const known = rows(fields, 'realm_domains').find((row) => row['domain'] === changed['domain']);
    Object.assign(known!, changed);
  },

  'realm_domains/remove'({ fields }, event) {
    const domains = rows(fields, 'realm_domains');
    fields['realm_domains'] = domains.filter((row) => row['domain'] !== event['domain']);
  },

  realm_playgrounds({ fields }, event) {
    fields['realm_playgrounds'] = event['realm_playgrounds'];
  },

  realm_linkifiers({ fields }, event) {
    fields['realm_linkifiers'] = event['realm_linkifiers'];
  },

  'realm/update'({ fields }, event) {
    fields[`realm_${event['property'] as string}`] = event['value'];
  },
  /** The next request is refused. */
  'realm/deactivated': () => undefined,

  'realm/update_dict'({ fields }, event) {
    // The event contains the description as HTML as well; the state has only the Markdown.
    const { rendered_description: _, ...settings } = event['data'] as Row;
    for (const [name, value] of Object.entries(settings)) {
      fields[`realm_${name}`] = value;
    }
    // Separate events contain the presence when it is enabled again.
    if (settings['presence_disabled'] === true && 'presences' in fields) fields['presences'] = {};
  },
};

const OF_THE_SERVER = [
  'zulip_version',
  'zulip_merge_base',
  'zulip_feature_level',
  'server_generation',
];
