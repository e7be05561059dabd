import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { EmailVisibility, canSeeEmail } from './email-visibility.js';

const ROLES = [Role.Guest, Role.Member, Role.Moderator, Role.Administrator, Role.Owner];

describe('canSeeEmail', () => {
  it.each([
    [EmailVisibility.Everyone, ROLES],
    [EmailVisibility.Members, ROLES.slice(1)],
    [EmailVisibility.Moderators, ROLES.slice(2)],
    [EmailVisibility.Administrators, ROLES.slice(3)],
    [EmailVisibility.Nobody, []],
  ])('shows an address of visibility %p to the roles %p', (emailVisibility, viewers) => {
    const owner = { id: 1, emailVisibility };
    expect(ROLES.filter((role) => canSeeEmail({ userId: 2, role }, owner))).toEqual(viewers);
  });

  it('shows users their own address', () => {
    const owner = { id: 1, emailVisibility: EmailVisibility.Nobody };
    expect(canSeeEmail({ userId: 1, role: Role.Guest }, owner)).toBe(true);
  });
});
