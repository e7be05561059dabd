// Alerts and advisories.
import {
  bold,
  code,
  details,
  type Insert,
  lines,
  link,
  md,
  type NotificationBuilder,
  type Payload,
} from '#modules/integrations/toolkit';
import { actionOf, actorOf, repositoryOf } from './payload.js';

interface Alert {
  /** Such as "Dependabot alert". */
  kind: string;
  title: (payload: Payload) => string;
  details?: (payload: Payload) => Record<string, Insert>;
}

function alert({ kind, title, details: read = () => ({}) }: Alert): NotificationBuilder {
  return (payload) => {
    const item = payload.object('alert');
    // Vulnerability alerts have another form of the action.
    const action = actionOf(payload) === 'create' ? 'created' : actionOf(payload);
    const number = item.optionalLabel('number') ?? item.optionalLabel('id');
    const name = `${kind}${number === undefined ? '' : ` #${number}`}`;
    return {
      topic: `${repositoryOf(payload)} / security`,
      content: lines(
        md`${link(name, item.optionalText('html_url'))} ${action}: ${title(payload)}.`,
        action === 'created' && details(read(payload)),
      ),
    };
  };
}

export const dependabotAlert = alert({
  kind: 'Dependabot alert',
  title: (payload) => payload.text('alert.security_advisory.summary'),
  details: (payload) => ({
    Package: code(payload.optionalText('alert.dependency.package.name')),
    Severity: payload.optionalText('alert.security_advisory.severity'),
    Identifier: payload.optionalText('alert.security_advisory.ghsa_id'),
    'Fixed in': payload.optionalText(
      'alert.security_vulnerability.first_patched_version.identifier',
    ),
  }),
});

export const codeScanningAlert = alert({
  kind: 'Code scanning alert',
  title: (payload) => payload.text('alert.rule.description'),
  details: (payload) => ({
    Severity:
      payload.optionalText('alert.rule.security_severity_level') ??
      payload.optionalText('alert.rule.severity'),
    Tool: payload.optionalText('alert.tool.name'),
    File: code(payload.optionalText('alert.most_recent_instance.location.path')),
  }),
});

export const secretScanningAlert = alert({
  kind: 'Secret scanning alert',
  title: (payload) =>
    payload.optionalText('alert.secret_type_display_name') ?? payload.text('alert.secret_type'),
});

export const vulnerabilityAlert = alert({
  kind: 'Vulnerability alert',
  title: (payload) => payload.text('alert.affected_package_name'),
  details: (payload) => ({
    'Affected versions': code(payload.optionalText('alert.affected_range')),
    Severity: payload.optionalText('alert.severity'),
    'Fixed in': payload.optionalText('alert.fixed_in'),
  }),
});

export const repositoryAdvisory: NotificationBuilder = (payload) => {
  const advisory = payload.object('repository_advisory');
  return {
    topic: `${repositoryOf(payload)} / security`,
    content: lines(
      md`${actorOf(payload)} ${actionOf(payload)} the advisory ${link(
        advisory.text('summary'),
        advisory.optionalText('html_url'),
      )}.`,
      details({ Severity: advisory.optionalText('severity') }),
    ),
  };
};

export const branchProtectionRule: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: md`${actorOf(payload)} ${actionOf(payload)} the branch protection rule ${code(
    payload.text('rule.name'),
  )}.`,
});

export const branchProtectionConfiguration: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: md`${actorOf(payload)} ${bold(actionOf(payload))} all branch protections.`,
});

export const repositoryRuleset: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: md`${actorOf(payload)} ${actionOf(payload)} the ruleset ${bold(
    payload.text('repository_ruleset.name'),
  )}.`,
});

export const deployKey: NotificationBuilder = (payload) => ({
  topic: repositoryOf(payload),
  content: md`${actorOf(payload)} ${actionOf(payload)} the ${
    payload.flag('key.read_only') ? 'read-only' : 'read-write'
  } deploy key ${bold(payload.text('key.title'))}.`,
});
