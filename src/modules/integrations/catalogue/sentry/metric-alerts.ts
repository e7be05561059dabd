// Alerts on metrics, which are critical, a warning, or resolved.
import {
  details,
  lines,
  link,
  md,
  type NotificationBuilder,
  quote,
  words,
} from '#modules/integrations/toolkit';

export const metricAlert: NotificationBuilder = (payload) => {
  const data = payload.object('data');
  const action = payload.text('action');
  const name =
    data.optionalText('metric_alert.alert_rule.name') ??
    data.optionalText('metric_alert.title') ??
    data.text('description_title');
  const alert = link(name, data.optionalText('web_url'));
  const isResolved = action === 'resolved' || action === 'closed';
  return {
    topic: name,
    content: lines(
      isResolved
        ? md`The alert ${alert} is resolved.`
        : md`The alert ${alert} reached the level ${words(action)}.`,
      details({
        Environment: data.optionalText('metric_alert.alert_rule.environment'),
        Projects: data.texts('metric_alert.projects').join(', '),
      }),
      quote(data.optionalText('description_text')),
    ),
  };
};
