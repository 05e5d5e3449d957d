export type ZoneOption = { value: string; label: string }

let known: readonly ZoneOption[] | null = null

/** Every time zone that the browser knows, always the same list. */
export function zoneOptions(): readonly ZoneOption[] {
  known ??= Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return known
}
