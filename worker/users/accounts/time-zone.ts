/**
 * The value of the `timezone` cookie if it names a zone, else null. Browsers use different names for a zone
 * (Asia/Calcutta, Asia/Kolkata), so aliases count; offsets such as +01:00 do not.
 */
export function knownTimeZone(value: string | undefined): string | null {
  if (!value || value.length > 64 || !/^[A-Za-z]/.test(value)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions()
    return timeZone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timeZone) ? value : null
  } catch {
    return null
  }
}
