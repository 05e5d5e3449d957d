import { dayInWords } from '../../ui/dates/dates.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'

/** Why the plan is gone: a payment was disputed and lost, or a second one was disputed. `at`: ms. */
export function EndedByDispute({ at, timeZone }: { at: number; timeZone: string }) {
  return (
    <ErrorPanel title={`Your plan ended on ${dayInWords(at, timeZone)}`}>
      Your bank took back a payment for it. If this was a mistake, you can subscribe again.
    </ErrorPanel>
  )
}
