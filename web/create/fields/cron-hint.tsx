import { useEffect, useState } from 'react'
import { formatDate } from '../../../worker/contract/ingredients/format-date.ts'

const TIMES = 3

type Props = {
  hint: string | null
  cron: string
  /** The user's. */
  timeZone: string
}

/** The hint of a cron expression, with the next times that it means as it is typed. */
export function CronHint({ hint, cron, timeZone }: Props) {
  const next = useNextTimes(cron, timeZone)
  return (
    <>
      {hint}
      {next === '' ? null : (
        <>
          {' '}
          <span className="next-times">Next: {next}.</span>
        </>
      )}
    </>
  )
}

/** Empty until the calendar has loaded, and for what is not an expression. */
function useNextTimes(cron: string, timeZone: string): string {
  const [next, setNext] = useState('')
  useEffect(() => {
    let changed = false
    const show = (times: readonly number[]) =>
      changed || setNext(times.map((at) => formatDate(at, 'ddd D MMM, HH:mm', timeZone)).join(' · '))
    import('../../../worker/contract/schedule/next-cron-time.ts').then(
      ({ nextCronTimes }) => show(nextCronTimes(cron, TIMES, { after: Date.now(), timezone: timeZone })),
      // It can be written without them.
      () => {},
    )
    return () => {
      changed = true
    }
  }, [cron, timeZone])
  return next
}
