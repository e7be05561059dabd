// Follows or unmutes topics in which users participate or are mentioned, as their settings require. Policies
// are raised only, never lowered. A muted topic is unmuted by actions of the user, never by a mention.
import { Injectable } from '@nestjs/common';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import { actorOf, UsersService } from '#modules/users/users';
import { Clock, toSeconds } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { automaticPolicy, type RaisedPolicy, type TopicAction } from './automatic-policy.js';
import { AutomaticTopicsRepository, type RaisedTopic } from './automatic-topics.repository.js';
import { userTopicEvent } from './user-topics.events.js';
import type { TopicKey } from './user-topics.repository.js';
import { UserTopicsService } from './user-topics.service.js';
import { VISIBILITY_POLICIES } from './visibility-policies.js';

/** An action in a topic, with the state that decides about the policy. */
export interface Participation {
  action: TopicAction;
  isChannelMuted: boolean;
  /** Stored settings, which omit the defaults. */
  settings: Record<string, unknown>;
}

@Injectable()
export class AutomaticTopicPolicies {
  constructor(
    private readonly automaticTopicsRepository: AutomaticTopicsRepository,
    private readonly userTopicsService: UserTopicsService,
    private readonly userSettingsService: UserSettingsService,
    private readonly usersService: UsersService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Updates the policy after an action of a subscriber who is not a bot. Returns the new policy if it
   * changed. Joins the current transaction.
   */
  async afterParticipation(
    actor: Actor,
    topic: TopicKey,
    { action, isChannelMuted, settings }: Participation,
  ): Promise<RaisedPolicy | undefined> {
    const policy = automaticPolicy(
      this.userSettingsService.fromStored(settings),
      action,
      isChannelMuted,
    );
    if (policy === undefined) return undefined;
    const raised = await this.raise(actor.realmId, [actor.userId], topic, { policy });
    return raised.length > 0 ? policy : undefined;
  }

  /** As afterParticipation, for reactions, votes and similar actions. */
  async participate(actor: Actor, topic: TopicKey): Promise<void> {
    if (actor.isBot) return;
    const participation = await this.automaticTopicsRepository.findParticipation(
      actor.userId,
      topic.streamId,
    );
    if (participation)
      await this.afterParticipation(actor, topic, { action: 'participate', ...participation });
  }

  /** Updates the policies of mentioned subscribers. Joins the current transaction. */
  async afterMention(realmId: number, userIds: number[], topic: TopicKey): Promise<void> {
    const followers = await this.automaticTopicsRepository.findMentionFollowers(userIds);
    if (followers.length === 0) return;
    const policy = VISIBILITY_POLICIES.followed;
    await this.raise(realmId, followers, topic, { policy, keepMuted: true });
  }

  private async raise(
    realmId: number,
    userIds: number[],
    topic: TopicKey,
    { policy, keepMuted = false }: { policy: RaisedPolicy; keepMuted?: boolean },
  ): Promise<RaisedTopic[]> {
    const now = this.clock.now();
    const change = { policy, keepMuted, now };
    const raised = await this.automaticTopicsRepository.raise(userIds, topic, change);
    await this.publishMuted(realmId, raised);
    const bySpelling = new Map<string, number[]>();
    for (const { userId, topic: spelling } of raised) {
      bySpelling.set(spelling, [...(bySpelling.get(spelling) ?? []), userId]);
    }
    for (const [spelling, people] of bySpelling) {
      const update = {
        streamId: topic.streamId,
        topic: spelling,
        visibilityPolicy: policy,
        lastUpdated: toSeconds(now),
      };
      this.eventLog.append(userTopicEvent(realmId, update, Audience.users(people)));
    }
    return raised;
  }

  /** Old clients receive only muted topics, which rarely change here. */
  private async publishMuted(realmId: number, raised: RaisedTopic[]): Promise<void> {
    const muted = raised.filter(({ wasMuted }) => wasMuted);
    if (muted.length === 0) return;
    const people = await this.usersService.findByIds(
      realmId,
      muted.map(({ userId }) => userId),
    );
    for (const person of people) await this.userTopicsService.publishMuted(actorOf(person, ''));
  }
}
