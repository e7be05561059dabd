// Lets people follow or unmute the topics that they take part in or are mentioned in, as far as
// their settings say so. What somebody made of a topic is only ever made more of.
import { Injectable } from '@nestjs/common';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import { actorOf, UsersService } from '#modules/users/users';
import { Clock, toSeconds } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { automaticPolicy, type RaisedPolicy, type TopicDeed } from './automatic-policy.js';
import {
  AutomaticTopicsRepository,
  type RaisedTopic,
  type TopicOfStream,
} from './automatic-topics.repository.js';
import { userTopicEvent } from './user-topics.events.js';
import { UserTopicsService } from './user-topics.service.js';
import { VISIBILITY_POLICIES } from './user-topics.view.js';

/** What somebody does in a topic, and what it depends on whether anything follows. */
export interface Participation {
  deed: TopicDeed;
  isChannelMuted: boolean;
  /** As stored: what differs from the defaults. */
  settings: Record<string, unknown>;
}

@Injectable()
export class AutomaticTopics {
  constructor(
    private readonly automaticTopicsRepository: AutomaticTopicsRepository,
    private readonly userTopicsService: UserTopicsService,
    private readonly userSettingsService: UserSettingsService,
    private readonly usersService: UsersService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * After a person (no bot) who is subscribed to the channel did something in the topic. Returns
   * the new policy if it changed. Joins the present transaction.
   */
  async afterParticipation(
    actor: Actor,
    topic: TopicOfStream,
    { deed, isChannelMuted, settings }: Participation,
  ): Promise<RaisedPolicy | undefined> {
    const policy = automaticPolicy(
      this.userSettingsService.complete(settings),
      deed,
      isChannelMuted,
    );
    if (policy === undefined) return undefined;
    const raised = await this.raise(actor.realmId, [actor.userId], topic, policy);
    return raised.length > 0 ? policy : undefined;
  }

  /** As above, for whoever reacts, votes or the like. */
  async participate(actor: Actor, topic: TopicOfStream): Promise<void> {
    if (actor.isBot) return;
    const standing = await this.automaticTopicsRepository.standing(actor.userId, topic.streamId);
    if (standing) await this.afterParticipation(actor, topic, { deed: 'participate', ...standing });
  }

  /** After these people, who are subscribed, were mentioned. Joins the present transaction. */
  async afterMention(realmId: number, userIds: number[], topic: TopicOfStream): Promise<void> {
    const followers = await this.automaticTopicsRepository.followersByMention(userIds);
    if (followers.length === 0) return;
    await this.raise(realmId, followers, topic, VISIBILITY_POLICIES.followed);
  }

  private async raise(
    realmId: number,
    userIds: number[],
    topic: TopicOfStream,
    policy: RaisedPolicy,
  ): Promise<RaisedTopic[]> {
    const now = this.clock.now();
    const raised = await this.automaticTopicsRepository.raise(userIds, topic, policy, now);
    await this.tellOfMuted(realmId, raised);
    const bySpelling = new Map<string, number[]>();
    for (const { user_id: userId, topic: spelling } of raised) {
      bySpelling.set(spelling, [...(bySpelling.get(spelling) ?? []), userId]);
    }
    for (const [spelling, people] of bySpelling) {
      const change = {
        streamId: topic.streamId,
        topic: spelling,
        visibilityPolicy: policy,
        lastUpdated: toSeconds(now),
      };
      this.eventLog.append(userTopicEvent(realmId, change, Audience.users(people)));
    }
    return raised;
  }

  /** Old clients know muted topics only; for most people these have not changed. */
  private async tellOfMuted(realmId: number, raised: RaisedTopic[]): Promise<void> {
    const muted = raised.filter(({ was_muted: wasMuted }) => wasMuted);
    if (muted.length === 0) return;
    const people = await this.usersService.findByIds(
      realmId,
      muted.map(({ user_id: userId }) => userId),
    );
    for (const person of people) await this.userTopicsService.tellMuted(actorOf(person, ''));
  }
}
