import type {
  OperatorAction,
  OperatorChange,
  OperatorOutcome,
} from '../../../worker/contract/operator/operator-overview.ts'
import { timeInWords } from '../../ui/dates/dates.ts'

const ACTION_WORDS: Record<OperatorAction, string> = {
  stop_service: 'stopped the service',
  confirm_service: 'saw working',
  start_service: 'started the service',
  replay_event: 'replayed the event',
  save_service: 'saved the file of the service',
  take_down_applet: 'took down the Applet',
  put_back_applet: 'put back the Applet',
  hide_author: 'hid the author',
  show_author: 'showed again the author',
  dismiss_reports: 'dismissed the reports of the Applet',
  lend_login: 'lent the user name',
  take_login_back: 'took back the user name',
}
const OUTCOME_WORDS: Record<OperatorOutcome, string> = {
  begun: 'It is not known whether that was done.',
  done: '',
  failed: 'That failed.',
}

/** Characters of before and after that stand beside what was done. */
const SHOWN = 160

/** Before and after; whole files are folded. */
function Change({ before, after }: Pick<OperatorChange, 'before' | 'after'>) {
  const words = (
    <p className="quiet-text">
      From <code>{before}</code> to <code>{after}</code>
    </p>
  )
  if (before.length + after.length <= SHOWN) return words
  return (
    <details>
      <summary>Before and after</summary>
      {words}
    </details>
  )
}

/** Who changed what, newest first. */
export function ChangeList({ changes, timeZone }: { changes: readonly OperatorChange[]; timeZone: string }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Who changed what</h2>
      {changes.length === 0 ? (
        <p className="quiet-text">Nobody has changed anything here yet.</p>
      ) : (
        <ol className="changes">
          {changes.map(({ id, login, action, subject, before, after, outcome, created_at }) => (
            <li key={id}>
              <p>
                <b>{login ?? 'A former user'}</b> {ACTION_WORDS[action]} <code>{subject}</code>,{' '}
                {timeInWords(created_at, timeZone)}. {OUTCOME_WORDS[outcome]}
              </p>
              <Change before={before} after={after} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
