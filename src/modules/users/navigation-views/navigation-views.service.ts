// The views in a person's menu. Built-in ones can be pinned and hidden but have no other name; views
// of one's own have a name, which no other of one's views has.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { navigationViewEvent } from './navigation-views.events.js';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { type NavigationView, navigationView } from './navigation-views.view.js';

/** What every client has in its menu from the start. */
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
/** In UTF-8, as much as the index of fragments can hold. */
const MAX_FRAGMENT_BYTES = 2_500;
const MAX_NAME_LENGTH = 100;
const MAX_VIEWS = 500;

@Injectable()
export class NavigationViewsService {
  constructor(
    private readonly navigationViewsRepository: NavigationViewsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async add({ realmId, userId }: Actor, given: NavigationView): Promise<void> {
    const fragment = checkedFragment(given.fragment);
    const view = { ...given, fragment, name: checkedName(fragment, given.name ?? undefined) };
    await this.database.transaction(async () => {
      const present = await this.navigationViewsRepository.lock(userId);
      if (present.some((other) => other.fragment === fragment)) {
        throw ApiError.badRequest('There is already a view with this fragment');
      }
      if (present.length >= MAX_VIEWS) {
        throw ApiError.badRequest(`There can be at most ${MAX_VIEWS} views`);
      }
      refuseTakenName(view, present);
      await this.navigationViewsRepository.insert(userId, view);
      const added = { op: 'add', navigation_view: navigationView(view) } as const;
      this.eventLog.append(navigationViewEvent(realmId, added, Audience.user(userId)));
    });
  }

  async update(
    { realmId, userId }: Actor,
    fragment: string,
    change: { isPinned?: boolean | undefined; name?: string | undefined },
  ): Promise<void> {
    if (change.isPinned === undefined && change.name === undefined) {
      throw ApiError.badRequest('Nothing to change');
    }
    await this.database.transaction(async () => {
      const present = await this.navigationViewsRepository.lock(userId);
      const view = present.find((one) => one.fragment === fragment);
      if (!view) throw noSuchView('NOT_FOUND');
      const name = change.name === undefined ? view.name : checkedName(fragment, change.name);
      const changed = { fragment, name, isPinned: change.isPinned ?? view.isPinned };
      const data = {
        ...(changed.name !== null && changed.name !== view.name && { name: changed.name }),
        ...(changed.isPinned !== view.isPinned && { is_pinned: changed.isPinned }),
      };
      if (Object.keys(data).length === 0) return;
      refuseTakenName(changed, present);
      await this.navigationViewsRepository.update(userId, changed);
      const updated = { op: 'update', fragment, data } as const;
      this.eventLog.append(navigationViewEvent(realmId, updated, Audience.user(userId)));
    });
  }

  async remove({ realmId, userId }: Actor, fragment: string): Promise<void> {
    await this.database.transaction(async () => {
      const present = await this.navigationViewsRepository.lock(userId);
      if (!present.some((view) => view.fragment === fragment)) throw noSuchView('BAD_REQUEST');
      await this.navigationViewsRepository.delete(userId, fragment);
      const removed = { op: 'remove', fragment } as const;
      this.eventLog.append(navigationViewEvent(realmId, removed, Audience.user(userId)));
    });
  }
}

/** The two operations on one view answer with different codes. */
function noSuchView(code: 'NOT_FOUND' | 'BAD_REQUEST'): ApiError {
  return new ApiError(code, 404, 'There is no such view');
}

function checkedFragment(given: string): string {
  const fragment = given.trim().replace(/^#/, '');
  if (fragment === '') throw ApiError.badRequest('fragment must not be blank');
  if ([...fragment].length > MAX_FRAGMENT_LENGTH) {
    throw ApiError.badRequest(`fragment is too long (limit: ${MAX_FRAGMENT_LENGTH} characters)`);
  }
  if (Buffer.byteLength(fragment) > MAX_FRAGMENT_BYTES) {
    throw ApiError.badRequest(`fragment is too long (limit: ${MAX_FRAGMENT_BYTES} bytes)`);
  }
  return fragment;
}

function checkedName(fragment: string, given: string | undefined): string | null {
  if (BUILT_IN.has(fragment)) {
    if (given === undefined) return null;
    throw ApiError.badRequest('A built-in view can not have another name');
  }
  const name = given?.trim() ?? '';
  if (name === '') throw ApiError.badRequest('A view of your own needs a name');
  if ([...name].length > MAX_NAME_LENGTH) {
    throw ApiError.badRequest(`name is too long (limit: ${MAX_NAME_LENGTH} characters)`);
  }
  return name;
}

function refuseTakenName(view: NavigationView, present: NavigationView[]): void {
  const isTaken = present.some(
    ({ fragment, name }) => name !== null && name === view.name && fragment !== view.fragment,
  );
  if (isTaken) throw ApiError.badRequest('There is already a view with this name');
}
