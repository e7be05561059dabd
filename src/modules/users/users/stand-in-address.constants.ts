// The address that the API shows of a user whose real one is not open to everybody, and by which
// everybody can be found. So nobody may have an address of this form as their real one.

export function standInAddress(userId: number, host: string): string {
  return `user${userId}@${host}`;
}

/** Whether it is the stand-in of some user of the organization at this host. */
export function isStandInAddress(email: string, host: string): boolean {
  const at = email.lastIndexOf('@');
  return (
    /^user\d+$/i.test(email.slice(0, at)) &&
    email.slice(at + 1).toLowerCase() === host.toLowerCase()
  );
}
