import type { OperatedHost } from '../../../worker/contract/operator/operator-overview.ts'
import '../../ui/badge.css'

/** Hosts with their breaker. Only those whose calls failed lately have something to say. */
export function HostTable({ hosts }: { hosts: readonly OperatedHost[] }) {
  const noisy = hosts.filter(({ state }) => state === null || state.open || state.failures > 0)
  return (
    <section aria-labelledby="hosts">
      <h2 id="hosts">Hosts</h2>
      {noisy.length === 0 ? (
        <p className="quiet-text">No call to any of {hosts.length} hosts has failed in the last five minutes.</p>
      ) : (
        <table className="as-cards">
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col">Breaker</th>
              <th scope="col">Failed, last 5 min</th>
              <th scope="col">Users</th>
            </tr>
          </thead>
          <tbody>
            {noisy.map(({ host, state }) => (
              <tr key={host}>
                <th scope="row">{host}</th>
                <td data-label="Breaker">
                  {state ? (
                    <span className={state.open ? 'badge bad' : 'badge'}>{state.open ? 'Open' : 'Closed'}</span>
                  ) : (
                    'Unknown'
                  )}
                </td>
                <td data-label="Failed, last 5 min">{state ? `${state.failures} of ${state.calls}` : 'Unknown'}</td>
                <td data-label="Users">{state ? state.users : 'Unknown'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
