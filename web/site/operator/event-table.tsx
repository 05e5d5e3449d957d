import type { WaitingEvent } from '../../../worker/contract/operator/operator-overview.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { timeInWords } from '../../ui/dates/dates.ts'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'

type Props = { events: readonly WaitingEvent[]; timeZone: string; onChanged: () => Promise<void> }

/** Stripe's events that were parked or given up. */
export function EventTable({ events, timeZone, onChanged }: Props) {
  const presses = usePresses<string>(async (id) => {
    await operatorApi.replayEvent(id)
    await onChanged()
  })
  const section = useFocusAfterRemoval<HTMLElement>(events.length)
  return (
    <section aria-labelledby="events" ref={section} tabIndex={-1}>
      <h2 id="events">Events of Stripe</h2>
      <ErrorPanel title={presses.problem} />
      {events.length === 0 ? (
        <p className="quiet-text">None is parked or given up.</p>
      ) : (
        <table className="as-cards">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Received</th>
              <th scope="col">Why</th>
              <th scope="col">
                <span className="visually-hidden">Replay</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ id, type, parked, attempts, received_at }) => (
              <tr key={id}>
                <th scope="row">
                  {type} <code>{id}</code>
                </th>
                <td data-label="Received">{timeInWords(received_at, timeZone)}</td>
                <td data-label="Why">{parked ?? `Failed ${attempts} times`}</td>
                <td>
                  <Button
                    kind="secondary"
                    size="small"
                    busy={presses.isWorking(id)}
                    aria-label={`Replay ${id}`}
                    onClick={() => presses.press(id)}
                  >
                    Replay
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
