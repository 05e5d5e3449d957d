import type { OverdueRunners } from '../../../worker/contract/operator/operator-overview.ts'
import { timeInWords } from '../../ui/dates/dates.ts'

/** Runners that do not know yet what their users want, or whose alarm did not ring. The minute's job works on both. */
export function RunnerCounts({
  runners: { behind, late, oldest },
  timeZone,
}: {
  runners: OverdueRunners
  timeZone: string
}) {
  return (
    <section aria-labelledby="runners">
      <h2 id="runners">Runners</h2>
      {behind + late === 0 ? (
        <p className="quiet-text">None is overdue.</p>
      ) : (
        <>
          <p>
            {counted(behind)} behind with what they should run, {counted(late)} late with their alarm.
          </p>
          <ul>
            {oldest.map(({ user_id, due_at }) => (
              <li key={user_id}>
                <code>{user_id}</code>, due {timeInWords(due_at, timeZone)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Counting ends at 1,000. */
function counted(count: number): string {
  return count >= 1000 ? '1,000 or more are' : `${count} ${count === 1 ? 'is' : 'are'}`
}
