import type { EndRunState, RunDay } from '../../../worker/contract/runs/applet-run.ts'
import { dayInWords } from '../../ui/dates/dates.ts'
import { RUN_STATE_WORDS } from '../../ui/run-state/run-state-words.ts'
import '../../ui/styles/tables.css'

/** The days with runs, latest first, by the outcomes that are `shown`. */
export function DaysTable({ days, shown }: { days: readonly RunDay[]; shown: readonly EndRunState[] }) {
  const busy = days.filter((day) => shown.some((state) => day[state] > 0)).toReversed()
  return (
    <table className="as-cards">
      <caption className="visually-hidden">Runs in the last 30 days by outcome</caption>
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
