/** Where this browser is: a name such as Europe/Berlin. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
