// Bots for those who look after them: each for the owner, all for administrators.
import { Injectable } from '@nestjs/common';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { realmBotEvent } from './bots.events.js';
import { type BotSettings, BotsRepository, type StoredBot } from './bots.repository.js';
import { botView } from './bots.view.js';

@Injectable()
export class BotsService {
  constructor(
    private readonly botsRepository: BotsRepository,
    private readonly usersService: UsersService,
    private readonly secretBox: SecretBox,
    private readonly eventLog: EventLog,
  ) {}

  /** Deactivated ones as well, by id. */
  async listFor(keeper: { realmId: number; userId: number; role: Role }): Promise<Schema<'Bot'>[]> {
    const bots =
      keeper.role <= Role.Administrator
        ? await this.botsRepository.findAll(keeper.realmId)
        : await this.botsRepository.findOwnedBy(keeper.realmId, keeper.userId);
    return bots.map((bot) => this.view(bot));
  }

  find(realmId: number, id: number): Promise<StoredBot | undefined> {
    return this.botsRepository.find(realmId, id);
  }

  view(bot: StoredBot): Required<Schema<'Bot'>> {
    return botView(bot, bot.token_sealed ? this.secretBox.open(bot.token_sealed) : '');
  }

  /** For a bot that the present transaction made. Tells those who look after it. */
  async add(realmId: number, id: number, settings: BotSettings): Promise<Required<Schema<'Bot'>>> {
    await this.botsRepository.save(id, settings);
    const bot = this.view((await this.botsRepository.find(realmId, id))!);
    this.eventLog.append(
      realmBotEvent(realmId, { op: 'add', bot }, await this.keepers(realmId, id)),
    );
    return bot;
  }

  /** Tells those who look after the bot of each thing that changed. Joins the transaction. */
  async update(realmId: number, id: number, settings: BotSettings): Promise<void> {
    const before = this.view((await this.botsRepository.find(realmId, id))!);
    await this.botsRepository.save(id, settings);
    const after = this.view((await this.botsRepository.find(realmId, id))!);
    const audience = await this.keepers(realmId, id);
    for (const name of Object.keys(after) as (keyof typeof after)[]) {
      if (JSON.stringify(after[name]) === JSON.stringify(before[name])) continue;
      const bot = { user_id: id, [name]: after[name] };
      this.eventLog.append(realmBotEvent(realmId, { op: 'update', bot }, audience));
    }
  }

  /** Shows the bot to its new owner and hides it from the former one. Joins the transaction. */
  async tellOfOwner(realmId: number, id: number, formerOwnerId: number | null): Promise<void> {
    const stored = (await this.botsRepository.find(realmId, id))!;
    const administrators = new Set(
      await this.usersService.idsWithRole(realmId, Role.Administrator),
    );
    const { bot_owner_id: ownerId } = stored;
    if (formerOwnerId !== null && !administrators.has(formerOwnerId)) {
      this.hide(realmId, [stored], formerOwnerId);
    }
    if (ownerId !== null && !administrators.has(ownerId)) this.show(realmId, [stored], ownerId);
  }

  /** Administrators look after all bots: tells who became one, or is no longer one. */
  async tellOfRole(
    realmId: number,
    { userId, before, after }: { userId: number; before: Role; after: Role },
  ): Promise<void> {
    const [was, is] = [before <= Role.Administrator, after <= Role.Administrator];
    if (was === is) return;
    const all = await this.botsRepository.findAll(realmId);
    const others = all.filter(({ bot_owner_id: ownerId }) => ownerId !== userId);
    if (is) this.show(realmId, others, userId);
    else this.hide(realmId, others, userId);
  }

  private async keepers(realmId: number, id: number): Promise<Audience> {
    const bot = await this.botsRepository.find(realmId, id);
    const owner = bot?.bot_owner_id ?? undefined;
    const administrators = await this.usersService.idsWithRole(realmId, Role.Administrator);
    const keepers = owner === undefined ? administrators : [...administrators, owner];
    return Audience.users([...new Set(keepers)]);
  }

  private show(realmId: number, bots: StoredBot[], keeperId: number): void {
    for (const stored of bots) {
      const bot = this.view(stored);
      this.eventLog.append(realmBotEvent(realmId, { op: 'add', bot }, Audience.user(keeperId)));
    }
  }

  private hide(realmId: number, bots: StoredBot[], keeperId: number): void {
    for (const { user_id } of bots) {
      const change = { op: 'delete', bot: { user_id } } as const;
      this.eventLog.append(realmBotEvent(realmId, change, Audience.user(keeperId)));
    }
  }
}
