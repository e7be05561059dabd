// The address that the API shows for a user whose real address is not visible to everyone. Requests may
// name any user by the placeholder, so that no account may have an address of this form.

/** `host` is that of the realm. */
export function placeholderEmail(userId: number, host: string): string {
  return `user${userId}@${host}`;
}

export function isPlaceholderEmail(email: string, host: string): boolean {
  const at = email.lastIndexOf('@');
  return (
    /^user\d+$/i.test(email.slice(0, at)) &&
    email.slice(at + 1).toLowerCase() === host.toLowerCase()
  );
}
