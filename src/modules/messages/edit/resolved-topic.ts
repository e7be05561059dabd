// A topic is resolved when its name starts with a mark. Renames that add or remove the mark resolve or
// unresolve the topic; there is no other state.

const MARK = '✔ ';
const MARKS = /^(✔ )+/;
/** The end of a name that was truncated because of the mark. */
const CUT = '...';

export function isResolved(topic: string): boolean {
  return topic.startsWith(MARK);
}

/** Whether the topic has the mark afterwards but not before, or the reverse. */
export function isToggled(before: string, after: string): boolean {
  return isResolved(before) !== isResolved(after);
}

/** Whether only mark and case differ. The mark may have truncated a long name. */
export function isOnlyToggled(before: string, after: string): boolean {
  if (!isToggled(before, after)) return false;
  const [oldName, newName] = [nameOf(before), nameOf(after)];
  if (oldName === newName) return true;
  return (
    isResolved(after) &&
    newName.endsWith(CUT) &&
    oldName.length > newName.length - CUT.length &&
    oldName.startsWith(newName.slice(0, -CUT.length))
  );
}

/** Compares without case. */
function nameOf(topic: string): string {
  return topic.replace(MARKS, '').toLowerCase();
}

/** The mark alone, or with the display name of the empty topic. */
export function marksEmptyTopic(before: string, after: string, emptyTopicName: string): boolean {
  return before === '' && (after === MARK.trim() || after === MARK + emptyTopicName);
}
