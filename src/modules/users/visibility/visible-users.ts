// The users who are visible to each of several viewers, with one bit for each pair: 500 guests and 10,000 users take
// 600 kB. Relations that are compared number their users in the same way.
import { BitSet } from '#platform/bit-set.js';
import { Audience } from '#platform/event-log/audience.js';

/** Circles up to this size are added one by one, which costs less than a set of all users. */
const SMALL_CIRCLE = 64;

/** Numbers users in the order in which they occur. */
export class UserNumbers {
  readonly ids: number[] = [];
  private readonly numbers = new Map<number, number>();

  of(userId: number): number {
    let number = this.numbers.get(userId);
    if (number === undefined) {
      number = this.ids.length;
      this.ids.push(userId);
      this.numbers.set(userId, number);
    }
    return number;
  }

  setOf(userIds: number[]): BitSet {
    const set = new BitSet();
    for (const id of userIds) set.add(this.of(id));
    return set;
  }
}

export class VisibleUsers {
  private constructor(
    private readonly byViewer: ReadonlyMap<number, BitSet>,
    readonly numbers: UserNumbers,
  ) {}

  /** `circles`: sets of users who see each other; `known`: users who are visible to all
   * viewers. */
  static inCircles(
    viewerIds: number[],
    { circles, known }: { circles: number[][]; known: number[] },
    numbers: UserNumbers,
  ): VisibleUsers {
    const byViewer = new Map(viewerIds.map((id) => [id, numbers.setOf([id, ...known])]));
    for (const circle of circles) {
      const isSmall = circle.length <= SMALL_CIRCLE;
      const others = isSmall ? undefined : numbers.setOf(circle);
      for (const viewerId of circle) {
        const visible = byViewer.get(viewerId);
        if (!visible) continue;
        if (others) visible.addAll(others);
        else for (const id of circle) visible.add(numbers.of(id));
      }
    }
    return new VisibleUsers(byViewer, numbers);
  }

  /** All viewers see the same users. */
  static same(viewerIds: number[], userIds: number[], numbers: UserNumbers): VisibleUsers {
    const users = numbers.setOf(userIds);
    return new VisibleUsers(new Map(viewerIds.map((id) => [id, users])), numbers);
  }

  get viewerIds(): number[] {
    return [...this.byViewer.keys()];
  }

  /** The pairs that `other`, a relation of the same viewers, lacks. */
  without(other: VisibleUsers): VisibleUsers {
    const byViewer = new Map<number, BitSet>();
    for (const [id, users] of this.byViewer) {
      byViewer.set(id, users.without(other.byViewer.get(id) ?? new BitSet()));
    }
    return new VisibleUsers(byViewer, this.numbers);
  }

  /** The users who are visible to any of the viewers, in ascending order. */
  userIds(): number[] {
    const all = new BitSet();
    for (const users of this.byViewer.values()) all.addAll(users);
    return all
      .numbers()
      .map((number) => this.numbers.ids[number]!)
      .toSorted((a, b) => a - b);
  }

  /** For a list with an entry for each of `userIds`: the viewers of each, and with `nonGuests` all members. */
  audienceOf(userIds: number[], { nonGuests = false } = {}): Audience {
    const numbers = userIds.map((id) => this.numbers.of(id));
    const readers = new Map<number, BitSet>();
    for (const [id, users] of this.byViewer) {
      const positions = new BitSet(new Uint8Array((numbers.length + 7) >> 3));
      let isReader = false;
      for (let position = 0; position < numbers.length; position++) {
        if (!users.has(numbers[position]!)) continue;
        positions.add(position);
        isReader = true;
      }
      if (isReader) readers.set(id, positions);
    }
    return Audience.entries(userIds.length, readers, { nonGuests });
  }
}
