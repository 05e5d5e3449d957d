type Props = { timeZone: string }

/** The zone of a time of day, and where its user changes it: beside the page, because a form may be half filled in. */
export function ZoneNote({ timeZone }: Props) {
  return (
    <>
      In {timeZone.replaceAll('_', ' ')}.{' '}
      <a href="/settings/account#time-zone" target="_blank" rel="noopener">
        Change<span className="visually-hidden"> the time zone, in a new tab</span>
      </a>
    </>
  )
}

/** The hint of a field for a time of day. */
export function ZonedHint({ hint, timeZone }: Props & { hint: string | null }) {
  return (
    <>
      {hint} <ZoneNote timeZone={timeZone} />
    </>
  )
}
