// The views in the navigation of a user. Built-in views can be pinned and unpinned but not renamed;
// custom views have a name that is unique among the views of the user.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { NavigationViewEntity } from './navigation-view.entity.js';
import { navigationViewEvent } from './navigation-views.events.js';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { navigationView } from './navigation-views.view.js';

/** The views that every client shows by default. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/starred',
  'narrow/is/mentioned',
  'narrow/is/followed',
  'narrow/is/dm',
  'narrow/is/unread',
  'narrow/has/reaction/sender/me',
]);

const MAX_FRAGMENT_LENGTH = 1_000;
/** The limit of an index entry, in bytes of UTF-8. */
const MAX_FRAGMENT_BYTES = 2_500;
const MAX_NAME_LENGTH = 100;
const MAX_VIEWS = 500;

export interface NavigationViewInput {
  fragment: string;
  isPinned: boolean;
  /** Undefined for built-in views. */
  name?: string | undefined;
}

@Injectable()
export class NavigationViewsService {
  constructor(
    private readonly navigationViewsRepository: NavigationViewsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  list({ userId }: Actor): Promise<NavigationViewEntity[]> {
    return this.navigationViewsRepository.findAll(userId);
  }

  async add({ realmId, userId }: Actor, input: NavigationViewInput): Promise<void> {
    const fragment = checkedFragment(input.fragment);
    const view = { ...input, userId, fragment, name: checkedName(fragment, input.name) };
    await this.database.transaction(async () => {
      const existing = await this.navigationViewsRepository.findAllForUpdate(userId);
      if (existing.some((other) => other.fragment === fragment)) {
        throw ApiError.badRequest('There is already a view with this fragment');
      }
      if (existing.length >= MAX_VIEWS) {
        throw ApiError.badRequest(`There can be at most ${MAX_VIEWS} views`);
      }
      checkNameIsFree(view.name, existing);
      await this.navigationViewsRepository.insert(view);
      const added = { op: 'add', navigation_view: navigationView(view) } as const;
      this.eventLog.append(navigationViewEvent(realmId, added, Audience.user(userId)));
    });
  }

  async update(
    { realmId, userId }: Actor,
    fragment: string,
    input: Partial<Omit<NavigationViewInput, 'fragment'>>,
  ): Promise<void> {
    if (input.isPinned === undefined && input.name === undefined) {
      throw ApiError.badRequest('Nothing to change');
    }
    await this.database.transaction(async () => {
      const existing = await this.navigationViewsRepository.findAllForUpdate(userId);
      const view = existing.find((other) => other.fragment === fragment);
      if (!view) throw noSuchView('NOT_FOUND');
      const name = input.name === undefined ? view.name : checkedName(fragment, input.name);
      const isPinned = input.isPinned ?? view.isPinned;
      const data = {
        ...(name !== null && name !== view.name && { name }),
        ...(isPinned !== view.isPinned && { is_pinned: isPinned }),
      };
      if (Object.keys(data).length === 0) return;
      const others = existing.filter((other) => other !== view);
      checkNameIsFree(name, others);
      await this.navigationViewsRepository.update(view, { isPinned, name });
      const updated = { op: 'update', fragment, data } as const;
      this.eventLog.append(navigationViewEvent(realmId, updated, Audience.user(userId)));
    });
  }

  async remove({ realmId, userId }: Actor, fragment: string): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.navigationViewsRepository.findAllForUpdate(userId);
      const view = existing.find((other) => other.fragment === fragment);
      if (!view) throw noSuchView('BAD_REQUEST');
      await this.navigationViewsRepository.delete(view);
      const removed = { op: 'remove', fragment } as const;
      this.eventLog.append(navigationViewEvent(realmId, removed, Audience.user(userId)));
    });
  }
}

/** The error code differs between update and removal. */
function noSuchView(code: 'NOT_FOUND' | 'BAD_REQUEST'): ApiError {
  return new ApiError(code, 404, 'There is no such view');
}

function checkedFragment(input: string): string {
  const fragment = input.trim().replace(/^#/, '');
  if (fragment === '') throw ApiError.badRequest('fragment must not be blank');
  if ([...fragment].length > MAX_FRAGMENT_LENGTH) {
    throw ApiError.badRequest(`fragment is too long (limit: ${MAX_FRAGMENT_LENGTH} characters)`);
  }
  if (Buffer.byteLength(fragment) > MAX_FRAGMENT_BYTES) {
    throw ApiError.badRequest(`fragment is too long (limit: ${MAX_FRAGMENT_BYTES} bytes)`);
  }
  return fragment;
}

function checkedName(fragment: string, input: string | undefined): string | null {
  if (BUILT_IN.has(fragment)) {
    if (input === undefined) return null;
    throw ApiError.badRequest('A built-in view cannot be renamed');
  }
  const name = input?.trim() ?? '';
  if (name === '') throw ApiError.badRequest('A custom view needs a name');
  if ([...name].length > MAX_NAME_LENGTH) {
    throw ApiError.badRequest(`name is too long (limit: ${MAX_NAME_LENGTH} characters)`);
  }
  return name;
}

function checkNameIsFree(name: string | null, others: NavigationViewEntity[]): void {
  if (name === null || others.every((other) => other.name !== name)) return;
  throw ApiError.badRequest('There is already a view with this name');
}
