// A topic is resolved when its name says so. Whoever writes the mark before a name or takes it away
// resolves or opens the topic; nothing else is stored.

const MARK = '✔ ';
const MARKS = /^(✔ )+/;
/** How a name ends that was too long with the mark. */
const CUT = '...';

export function isResolved(topic: string): boolean {
  return topic.startsWith(MARK);
}

/** Whether the topic has the mark afterwards but not before, or the reverse. */
export function isToggled(before: string, after: string): boolean {
  return isResolved(before) !== isResolved(after);
}

/** Whether nothing but the mark and case differs. A long name may have lost its end to the mark. */
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

/** Case makes no other name. */
function nameOf(topic: string): string {
  return topic.replace(MARKS, '').toLowerCase();
}

/** The mark alone, or with the name that stands for none. */
export function marksEmptyTopic(before: string, after: string, emptyTopicName: string): boolean {
  return before === '' && (after === MARK.trim() || after === MARK + emptyTopicName);
}
