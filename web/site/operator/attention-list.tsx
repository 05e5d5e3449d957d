import type { OperatorOverview } from '../../../worker/contract/operator/operator-overview.ts'
import type { Moderation } from '../../../worker/contract/moderation/applet-report.ts'
import '../../ui/badge.css'

type Shown = OperatorOverview & { moderation: Moderation }

/** Tasks that wait for the operator, each with the way to its part of the page. */
export function AttentionList({ overview }: { overview: Shown }) {
  const waiting = waitingIn(overview).filter(({ words }) => words !== null)
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">What needs you</h2>
      {overview.problems.length + waiting.length === 0 ? (
        <p className="quiet-text">Nothing. Both Workers are well.</p>
      ) : (
        <ul className="attention">
          {overview.problems.map((problem) => (
            <li key={problem}>
              <span className="badge bad">Workers</span> {problem}
            </li>
          ))}
          {waiting.map(({ part, words }) => (
            <li key={part}>
              <a href={`#${part}`}>{words}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `part`: the id of the section's heading. */
type Waiting = { part: string; words: string | null }

function waitingIn({ services, hosts, runners, events, moderation }: Shown): Waiting[] {
  const stopped = services.filter(({ running }) => !running)
  const reported = moderation.applets.filter(({ reports }) => reports.length > 0)
  const failing = hosts.filter(({ state }) => state === null || state.open)
  return [
    { part: 'services', words: counted(stopped, 'service is stopped', 'services are stopped') },
    { part: 'moderation', words: counted(reported, 'Applet is reported', 'Applets are reported') },
    { part: 'hosts', words: counted(failing, 'host fails', 'hosts fail') },
    { part: 'runners', words: runners.behind + runners.late > 0 ? 'Runners are overdue' : null },
    { part: 'events', words: counted(events, 'event of Stripe waits', 'events of Stripe wait') },
  ]
}

function counted({ length }: readonly unknown[], one: string, many: string): string | null {
  return length === 0 ? null : `${length} ${length === 1 ? one : many}`
}
