import { useState } from 'react'
import { authorPath } from '../../../worker/contract/addresses.ts'
import type { LentLogin } from '../../../worker/contract/operator/operator-overview.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { timeInWords } from '../../ui/dates/dates.ts'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { LendForm } from './lend-form.tsx'

type Props = { logins: readonly LentLogin[]; timeZone: string; onChanged: () => Promise<void> }

/** Reserved user names that people may have and publish under. */
export function LentLoginList({ logins, timeZone, onChanged }: Props) {
  const [lent, setLent] = useState(0)
  const presses = usePresses<string>(async (login) => {
    await operatorApi.lendLogin(login, null)
    await onChanged()
  })
  const section = useFocusAfterRemoval<HTMLElement>(logins.length)
  return (
    <section aria-labelledby="logins" ref={section} tabIndex={-1}>
      <h2 id="logins">Reserved user names</h2>
      <p className="quiet-text">
        Nobody can take a name that speaks for this site. Who has one from before keeps it, and publishes nothing under
        it unless you lend it.
      </p>
      <ErrorPanel title={presses.problem} />
      {logins.length === 0 ? <p className="quiet-text">None is lent.</p> : null}
      <ul className="moderated">
        {logins.map(({ login, to, lent_at }) => (
          <li key={login}>
            <p>
              <b>{login}</b> is lent to <a href={authorPath(to)}>{to}</a> since {timeInWords(lent_at, timeZone)}
            </p>
            <div className="actions">
              <Button
                kind="secondary"
                size="small"
                busy={presses.isWorking(login)}
                aria-label={`Take back ${login}`}
                onClick={() => presses.press(login)}
              >
                Take back
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <LendForm
        key={lent}
        takesFocus={lent > 0}
        onLent={async () => {
          await onChanged()
          setLent(lent + 1)
        }}
      />
    </section>
  )
}
