import type { ComponentProps } from 'react'
import type { RunDay } from '../../../worker/contract/runs/applet-run.ts'
import { END_RUN_STATES } from '../../../worker/contract/runs/applet-run.ts'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { useFold } from '../../ui/part/use-fold.ts'
import { RUN_STATE_WORDS } from '../../ui/run-state/run-state-words.ts'
import { chartOf, CHART_HEIGHT, CHART_WIDTH, totalsOf } from './chart-bars.ts'
import type { DaysTable } from './days-table.tsx'
import './run-chart.css'

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
      <AsTable days={days} shown={some} />
    </>
  )
}

const load = () => import('./days-table.tsx').then(({ DaysTable }) => DaysTable)

/** The table loads when it is unfolded. */
function AsTable(props: ComponentProps<typeof DaysTable>) {
  const { fold, open, approach, Part: Table } = useFold(load)
  return (
    <details {...fold}>
      <summary {...approach}>As a table</summary>
      {Table ? <Table {...props} /> : open ? <Skeleton shape="row" /> : null}
    </details>
  )
}
