// Bots for the users who manage them: the owner of each bot, and administrators all.
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { realmBotEvent } from './bots.events.js';
import { type BotRow, type BotSettings, BotsRepository } from './bots.repository.js';
import { botView } from './bots.view.js';

@Injectable()
export class BotsService {
  constructor(
    private readonly botsRepository: BotsRepository,
    private readonly usersService: UsersService,
    private readonly secretBox: SecretBox,
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
        ? await this.botsRepository.findAll(manager.realmId)
        : await this.botsRepository.findOwnedBy(manager.realmId, manager.userId);
    return bots.map((bot) => this.view(bot));
  }

  find(realmId: number, id: number): Promise<BotRow | undefined> {
    return this.botsRepository.find(realmId, id);
  }

  view(bot: BotRow): Required<Schema<'Bot'>> {
    return botView(bot, bot.tokenSealed ? this.secretBox.open(bot.tokenSealed) : '');
  }

  /** For a bot that the current transaction created. */
  async add(realmId: number, id: number, settings: BotSettings): Promise<Required<Schema<'Bot'>>> {
    await this.botsRepository.save(id, settings);
    const bot = this.view((await this.botsRepository.find(realmId, id))!);
    this.eventLog.append(
      realmBotEvent(realmId, { op: 'add', bot }, await this.managers(realmId, id)),
    );
    return bot;
  }

  /** Publishes each changed property to the managers. Joins the current transaction. */
  async update(realmId: number, id: number, settings: BotSettings): Promise<void> {
    const before = this.view((await this.botsRepository.find(realmId, id))!);
    await this.botsRepository.save(id, settings);
    const after = this.view((await this.botsRepository.find(realmId, id))!);
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
    const stored = (await this.botsRepository.find(realmId, id))!;
    const administrators = new Set(
      await this.usersService.idsWithRole(realmId, Role.Administrator),
    );
    const { botOwnerId: ownerId } = stored;
    if (formerOwnerId !== null && !administrators.has(formerOwnerId)) {
      this.hide(realmId, [stored], formerOwnerId);
    }
    if (ownerId !== null && !administrators.has(ownerId)) this.show(realmId, [stored], ownerId);
  }

  /** Shows all bots to a user who became an administrator, or hides them. Joins the current transaction. */
  async publishRoleChange(
    realmId: number,
    { userId, before, after }: { userId: number; before: Role; after: Role },
  ): Promise<void> {
    const [was, is] = [before <= Role.Administrator, after <= Role.Administrator];
    if (was === is) return;
    const all = await this.botsRepository.findAll(realmId);
    const others = all.filter(({ botOwnerId: ownerId }) => ownerId !== userId);
    if (is) this.show(realmId, others, userId);
    else this.hide(realmId, others, userId);
  }

  private async managers(realmId: number, id: number): Promise<Audience> {
    const bot = await this.botsRepository.find(realmId, id);
    const owner = bot?.botOwnerId ?? undefined;
    const administrators = await this.usersService.idsWithRole(realmId, Role.Administrator);
    const managers = owner === undefined ? administrators : [...administrators, owner];
    return Audience.users([...new Set(managers)]);
  }

  private show(realmId: number, bots: BotRow[], managerId: number): void {
    for (const stored of bots) {
      const bot = this.view(stored);
      this.eventLog.append(realmBotEvent(realmId, { op: 'add', bot }, Audience.user(managerId)));
    }
  }

  private hide(realmId: number, bots: BotRow[], managerId: number): void {
    for (const { userId } of bots) {
      const change = { op: 'delete', bot: { user_id: userId } } as const;
      this.eventLog.append(realmBotEvent(realmId, change, Audience.user(managerId)));
    }
  }
}
