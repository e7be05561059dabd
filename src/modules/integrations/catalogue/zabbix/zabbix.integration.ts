// The script of a Zabbix media type composes the payload. The members are those of the script for Zulip.
import { details, lines, link, md, type PlainIntegration } from '#modules/integrations/toolkit';

export const integration: PlainIntegration = {
  name: 'zabbix',
  displayName: 'Zabbix',
  category: 'monitoring',
  summary: 'Sends problems of hosts when they start and when they are resolved.',
  setup: [
    'In Zabbix, open **Alerts**, **Media types**, choose **Create media type**, and the type **Webhook**.',
    'Add the parameters hostname ({HOST.NAME}), item ({ITEM.NAME1} is {ITEM.VALUE1}), severity ({TRIGGER.SEVERITY}), status ({TRIGGER.STATUS}), trigger ({TRIGGER.NAME}) and link (the address of the event), and the URL as url.',
    'Enter var p = JSON.parse(value), r = new HttpRequest(); r.addHeader("Content-Type: application/json"); r.post(p.url, value); return "OK"; as **Script**, and choose **Add**.',
    'Add the media type to a user, and use it in an action of triggers.',
  ],
  notification: (payload) => {
    const host = payload.text('hostname');
    const trigger = payload.text('trigger');
    return {
      topic: host,
      content: lines(
        md`${link(trigger, payload.optionalText('link'))} on ${host}: ${payload.text('status')}.`,
        details({ Severity: payload.text('severity'), Item: payload.text('item') }),
      ),
    };
  },
};
