/** Where this browser is: a name such as Europe/Berlin. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
