// Finds the channel and topic that a message goes to and checks that its sender may send there.
import { Injectable } from '@nestjs/common';
import { normalizedTopic } from '#modules/messages/render';
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS, RealmsService } from '#modules/realms/realms';
import { type AccessedStream, streamDoesNotExist, StreamsAccess } from '#modules/streams/streams';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { RecipientsRepository } from './recipients.repository.js';

/** What the parameter `to` can hold. */
export type GivenAddress = string | number | (string | number)[];

@Injectable()
export class MessageAddressService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly realmsService: RealmsService,
    private readonly recipientsRepository: RecipientsRepository,
  ) {}

  /** The channel of this name or id, if the actor may post there. */
  async channel(actor: Actor, to: GivenAddress): Promise<AccessedStream> {
    const named = this.channelName(to);
    const channel = await this.findChannel(actor, named);
    if (!channel) throw streamDoesNotExist(named);
    this.checkMayPost(channel);
    return channel;
  }

  /** The one name or id that an address gives. */
  channelName(to: GivenAddress): string | number {
    const [given, ...more] = [to].flat();
    const channel = typeof given === 'string' ? given.trim() : given;
    if (channel === undefined || channel === '') throw ApiError.badRequest('Missing channel');
    if (more.length > 0) throw ApiError.badRequest('A message goes to one channel only');
    return channel;
  }

  /** Undefined when there is none, or none for this person. */
  findChannel(actor: Actor, named: string | number): Promise<AccessedStream | undefined> {
    return typeof named === 'number'
      ? this.streamsAccess.findById(actor, named)
      : this.streamsAccess.findByName(actor, named);
  }

  checkMayPost({ canPost, stream }: AccessedStream): void {
    if (canPost) return;
    const { name, is_archived: isArchived } = stream;
    throw ApiError.badRequest(
      isArchived
        ? `The channel '${name}' is archived`
        : `You can not post in the channel '${name}'`,
    );
  }

  /** The topic as it is stored, if the channel allows it. */
  async topic(channel: AccessedStream, given: string): Promise<string> {
    const topic = this.topicName(given);
    await this.checkTopicName(channel, topic);
    await this.checkTopicCreation(channel, topic);
    return topic;
  }

  /** A topic as it is stored. */
  topicName(given: string): string {
    return normalizedTopic(given, LIMITS.max_topic_length);
  }

  /** Whether the channel may have such a topic. */
  async checkTopicName({ stream }: AccessedStream, topic: string): Promise<void> {
    const { topics_policy: realmPolicy } = await this.realmsService.settings(stream.realm_id);
    const policy = stream.topics_policy === 'inherit' ? realmPolicy : stream.topics_policy;
    const names = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
    if (topic === '' && policy === 'disable_empty_topic') {
      throw ApiError.badRequest('A topic is required in this channel', names);
    }
    if (topic !== '' && policy === 'empty_topic_only') {
      throw ApiError.badRequest(
        `Only the topic "${EMPTY_TOPIC_DISPLAY_NAME}" can be used in this channel`,
        names,
      );
    }
  }

  /** Whether the topic exists or the person may begin it. */
  async checkTopicCreation(channel: AccessedStream, topic: string): Promise<void> {
    const { stream } = channel;
    if (
      !channel.holds('can_create_topic_group') &&
      !(await this.recipientsRepository.hasTopic(stream.recipient_id, topic))
    ) {
      throw ApiError.badRequest('You can not start new topics in this channel');
    }
  }
}
