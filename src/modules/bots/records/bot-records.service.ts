// The data of bots for the users who manage them: the owner of the bot, and administrators.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog } from '#modules/realms/audit-log';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { OUTGOING_WEBHOOK_BOT, Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { realmBotEvent } from './bots.events.js';
import {
  type BotSettings,
  BotRecordsRepository,
  type BotRecord,
} from './bot-records.repository.js';
import { botView } from './bots.view.js';

export interface OutgoingWebhook {
  url: string;
  /** 1 for Zulip, 2 for Slack. */
  format: 1 | 2;
  /** The secret that authenticates the server to the receiver. */
  token: string;
  newestTriggerId: number | null;
}

@Injectable()
export class BotRecords {
  constructor(
    private readonly botRecordsRepository: BotRecordsRepository,
    private readonly usersService: UsersService,
    private readonly secretBox: SecretBox,
    private readonly auditLog: AuditLog,
    private readonly eventLog: EventLog,
  ) {}

  /** Includes deactivated bots; by id. */
  async listFor(manager: {
    realmId: number;
    userId: number;
    role: Role;
  }): Promise<Schema<'Bot'>[]> {
    const bots =
      manager.role <= Role.Administrator
        ? await this.botRecordsRepository.findAll(manager.realmId)
        : await this.botRecordsRepository.findOwnedBy(manager.realmId, manager.userId);
    return bots.map((bot) => this.view(bot));
  }

  find(realmId: number, id: number): Promise<BotRecord | undefined> {
    return this.botRecordsRepository.find(realmId, id);
  }

  /** Returns undefined for bots of other types. */
  async webhook(realmId: number, id: number): Promise<OutgoingWebhook | undefined> {
    const bot = await this.botRecordsRepository.find(realmId, id);
    const token = bot && this.openToken(bot);
    if (bot?.botType !== OUTGOING_WEBHOOK_BOT || token === undefined) return undefined;
    const { payloadUrl, interface: format, newestTriggerId } = bot;
    return { url: payloadUrl!, format: format ?? 1, token, newestTriggerId };
  }

  /** Stores the newest message that triggered the webhook of the bot. */
  async recordTrigger(id: number, messageId: number): Promise<void> {
    await this.botRecordsRepository.recordTrigger(id, messageId);
  }

  /** The tokens of the outgoing webhook bots of this owner, by the id of the bot. */
  async tokensOwnedBy(realmId: number, ownerId: number): Promise<Map<number, string>> {
    const bots = await this.botRecordsRepository.findOwnedBy(realmId, ownerId);
    return new Map(
      bots.flatMap((bot) => {
        const token = this.openToken(bot);
        return token === undefined ? [] : [[bot.userId, token]];
      }),
    );
  }

  view(bot: BotRecord): Required<Schema<'Bot'>> {
    return botView(bot, this.openToken(bot) ?? '');
  }

  /** For a bot that the current transaction created. */
  async add(realmId: number, id: number, settings: BotSettings): Promise<Required<Schema<'Bot'>>> {
    await this.botRecordsRepository.save(id, settings);
    const bot = this.view((await this.botRecordsRepository.find(realmId, id))!);
    this.eventLog.append(
      realmBotEvent(realmId, { op: 'add', bot }, await this.managers(realmId, id)),
    );
    return bot;
  }

  /** Publishes each changed property to the managers. Joins the current transaction. */
  async update(realmId: number, id: number, settings: BotSettings): Promise<void> {
    const recordBefore = (await this.botRecordsRepository.find(realmId, id))!;
    await this.botRecordsRepository.save(id, settings);
    const recordAfter = (await this.botRecordsRepository.find(realmId, id))!;
    const [before, after] = [this.view(recordBefore), this.view(recordAfter)];
    this.auditLog.record(realmId, {
      kind: 'bot.changed',
      targetIds: [id],
      before: audited(before),
      after: {
        ...audited(after),
        ...(!isDeepStrictEqual(serviceOf(recordBefore), serviceOf(recordAfter)) && {
          services: 'changed',
        }),
      },
    });
    const audience = await this.managers(realmId, id);
    for (const name of Object.keys(after) as (keyof typeof after)[]) {
      if (JSON.stringify(after[name]) === JSON.stringify(before[name])) continue;
      const bot = { user_id: id, [name]: after[name] };
      this.eventLog.append(realmBotEvent(realmId, { op: 'update', bot }, audience));
    }
  }

  /** Shows the bot to its new owner and hides it from the former one. Joins the current transaction. */
  async publishOwnerChange(
    realmId: number,
    id: number,
    formerOwnerId: number | null,
  ): Promise<void> {
    const record = (await this.botRecordsRepository.find(realmId, id))!;
    const administrators = new Set(
      await this.usersService.idsWithRole(realmId, Role.Administrator),
    );
    const { botOwnerId: ownerId } = record;
    if (formerOwnerId !== null && !administrators.has(formerOwnerId)) {
      this.hide(realmId, [record], formerOwnerId);
    }
    if (ownerId !== null && !administrators.has(ownerId)) this.show(realmId, [record], ownerId);
  }

  /** Shows all bots to a user who became an administrator, or hides them. Joins the current transaction. */
  async publishRoleChange(
    realmId: number,
    { userId, before, after }: { userId: number; before: Role; after: Role },
  ): Promise<void> {
    const [was, is] = [before <= Role.Administrator, after <= Role.Administrator];
    if (was === is) return;
    const all = await this.botRecordsRepository.findAll(realmId);
    const others = all.filter(({ botOwnerId: ownerId }) => ownerId !== userId);
    if (is) this.show(realmId, others, userId);
    else this.hide(realmId, others, userId);
  }

  private openToken({ tokenSealed }: BotRecord): string | undefined {
    return tokenSealed ? this.secretBox.open(tokenSealed) : undefined;
  }

  private async managers(realmId: number, id: number): Promise<Audience> {
    const bot = await this.botRecordsRepository.find(realmId, id);
    const owner = bot?.botOwnerId ?? undefined;
    const administrators = await this.usersService.idsWithRole(realmId, Role.Administrator);
    const managers = owner === undefined ? administrators : [...administrators, owner];
    return Audience.users([...new Set(managers)]);
  }

  private show(realmId: number, bots: BotRecord[], managerId: number): void {
    for (const record of bots) {
      const bot = this.view(record);
      this.eventLog.append(realmBotEvent(realmId, { op: 'add', bot }, Audience.user(managerId)));
    }
  }

  private hide(realmId: number, bots: BotRecord[], managerId: number): void {
    for (const { userId: user_id } of bots) {
      const change = { op: 'delete', bot: { user_id } } as const;
      this.eventLog.append(realmBotEvent(realmId, change, Audience.user(managerId)));
    }
  }
}

/** The services of the bot, which depend on its type; clients do not see those of incoming webhook bots. */
function serviceOf({ payloadUrl, interface: format, serviceName, configData }: BotRecord): object {
  return { payloadUrl, format, serviceName, configData };
}

/**
 * The values in the record of administrative acts. Payload URLs and configuration data can contain secrets,
 * so that the record only says that the services changed.
 */
function audited({ services: _services, ...bot }: Required<Schema<'Bot'>>): object {
  return bot;
}
