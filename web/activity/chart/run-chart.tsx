import type { EndRunState, RunDay } from '../../../worker/contract/runs/applet-run.ts'
import { END_RUN_STATES } from '../../../worker/contract/runs/applet-run.ts'
import { dayInWords } from '../../ui/dates/dates.ts'
import { RUN_STATE_WORDS } from '../run-state/run-state-words.ts'
import { chartOf, CHART_HEIGHT, CHART_WIDTH, totalsOf } from './chart-bars.ts'
import './run-chart.css'
import '../../styles/tables.css'

type Props = { days: readonly RunDay[] | null; title: string; titleId: string }

/**
 * The last 30 days by outcome: what went well stands above the line, what failed or is not sure below it. The same as a
 * table.
 */
export function RunChart({ days, title, titleId }: Props) {
  return (
    <section className="run-chart" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {days === null ? <p className="quiet-text">Runs can't be read right now.</p> : <Chart days={days} />}
    </section>
  )
}

function Chart({ days }: { days: readonly RunDay[] }) {
  const totals = totalsOf(days)
  const { bars, line } = chartOf(days)
  const some = END_RUN_STATES.filter((state) => totals[state] > 0)
  if (some.length === 0) return <p className="quiet-text">No runs in the last 30 days.</p>
  return (
    <>
      <svg
        className="bars"
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ key, ...bar }) => (
          <rect key={key} {...bar} />
        ))}
        <line x1="0" x2={CHART_WIDTH} y1={line} y2={line} vectorEffect="non-scaling-stroke" />
      </svg>
      <ul className="legend">
        {some.map((state) => (
          <li key={state}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <rect className={state} width="12" height="12" rx="3" />
            </svg>
            {RUN_STATE_WORDS[state]} <b>{totals[state].toLocaleString('en-US')}</b>
          </li>
        ))}
      </ul>
      <details>
        <summary>As a table</summary>
        <DaysTable days={days} shown={some} />
      </details>
    </>
  )
}

function DaysTable({ days, shown }: { days: readonly RunDay[]; shown: readonly EndRunState[] }) {
  const busy = days.filter((day) => shown.some((state) => day[state] > 0)).toReversed()
  return (
    <table className="as-cards">
      <caption className="visually-hidden">Runs of the last 30 days by outcome</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {shown.map((state) => (
            <th key={state} scope="col" className="number">
              {RUN_STATE_WORDS[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayInWords(Date.parse(day.day), 'UTC')}</th>
            {shown.map((state) => (
              <td key={state} className={day[state] > 0 ? 'number' : 'number none'} data-label={RUN_STATE_WORDS[state]}>
                {day[state].toLocaleString('en-US')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
