import {
  BRANCHES,
  type EventIntegration,
  hmac,
  IGNORE_PRIVATE_REPOSITORIES,
  type NotificationBuilder,
  type Payload,
  unlessPrivate,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import * as checks from './checks.js';
import * as discussions from './discussions.js';
import * as issues from './issues.js';
import * as organization from './organization.js';
import * as pullRequests from './pull-requests.js';
import * as pushes from './push.js';
import * as repository from './repository.js';
import * as security from './security.js';

const EVENTS: Record<string, NotificationBuilder> = {
  ...pullRequests.pullRequestEvents,
  branch_protection_configuration: security.branchProtectionConfiguration,
  branch_protection_rule: security.branchProtectionRule,
  check_run: checks.checkRun,
  check_suite: checks.checkSuite,
  code_scanning_alert: security.codeScanningAlert,
  commit_comment: discussions.commitComment,
  create: pushes.created,
  delete: pushes.deleted,
  dependabot_alert: security.dependabotAlert,
  deploy_key: security.deployKey,
  deployment: checks.deployment,
  deployment_protection_rule: checks.deploymentProtectionRule,
  deployment_review: checks.deploymentReview,
  deployment_status: checks.deploymentStatus,
  discussion: discussions.discussion,
  discussion_comment: discussions.discussionComment,
  fork: repository.fork,
  gollum: repository.gollum,
  issue_comment: issues.issueComment,
  issue_dependencies: issues.issueDependencies,
  issues: issues.issues,
  label: issues.label,
  member: repository.member,
  membership: organization.membership,
  merge_group: checks.mergeGroup,
  meta: repository.meta,
  milestone: issues.milestone,
  org_block: organization.orgBlock,
  organization: organization.organization,
  package: repository.packageEvent,
  page_build: checks.pageBuild,
  ping: repository.ping,
  project: repository.project,
  project_card: repository.projectCard,
  project_column: repository.projectColumn,
  public: repository.madePublic,
  pull_request_review: pullRequests.review,
  pull_request_review_comment: pullRequests.reviewComment,
  pull_request_review_thread: pullRequests.reviewThread,
  push_commits: pushes.pushCommits,
  push_tags: pushes.pushTags,
  registry_package: repository.packageEvent,
  release: repository.release,
  repository: repository.repository,
  repository_advisory: security.repositoryAdvisory,
  repository_import: repository.repositoryImport,
  repository_ruleset: security.repositoryRuleset,
  repository_vulnerability_alert: security.vulnerabilityAlert,
  secret_scanning_alert: security.secretScanningAlert,
  sponsorship: organization.sponsorship,
  star: repository.star,
  status: checks.status,
  sub_issues: issues.subIssues,
  team: organization.team,
  team_add: repository.teamAdd,
  watch: repository.watch,
  workflow_dispatch: checks.workflowDispatch,
  workflow_job: checks.workflowJob,
  workflow_run: checks.workflowRun,
};

/** The name in the header; pushes and pull requests are split by what happened. */
function eventOf(payload: Payload, request: WebhookRequest): string {
  const name = request.requireHeader('X-GitHub-Event');
  if (name === 'pull_request') return pullRequests.pullRequestEvent(payload);
  if (name !== 'push') return name;
  return payload.text('ref').startsWith('refs/tags/') ? 'push_tags' : 'push_commits';
}

export const integration: EventIntegration = {
  name: 'github',
  displayName: 'GitHub',
  category: 'version-control',
  summary:
    'Sends events of a repository or an organization, such as pushes, issues and pull requests.',
  setup: [
    'In the repository or organization on GitHub, open **Settings**, **Webhooks**, and choose **Add webhook**.',
    'Paste the URL as **Payload URL**, and choose **application/json** as **Content type**.',
    'To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
    'Choose the events, and choose **Add webhook**.',
  ],
  options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  signature: hmac({ header: 'X-Hub-Signature-256', algorithm: 'sha256', prefix: 'sha256=' }),
  event: eventOf,
  events: unlessPrivate(EVENTS, (payload) => payload.value('repository.private') === true),
  ignored: [
    'custom_property_values',
    'deleted_pull_request',
    'repository_dispatch',
    'secret_scanning_alert_location',
    'secret_scanning_scan',
    'security_and_analysis',
  ],
};
