import { ACTIVITY_SEARCH_MAX } from '../../../worker/contract/limits.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Filter } from './activity-filter.ts'
import '../../ui/filter-links.css'
import '../../ui/styles/forms.css'

type Props = { path: string; filter: Filter; applets: readonly { id: number; name: string }[] }

/** Words and an Applet to look for: a GET form, so that it works without scripts and its result has an address. */
export function ActivitySearch({ path, filter: { kind, outcome, applet, q }, applets }: Props) {
  return (
    <search className="choice">
      <form className="filter-form" autoComplete="off" action={path} method="get">
        {kind ? <input type="hidden" name="kind" value={kind} /> : null}
        {outcome ? <input type="hidden" name="outcome" value={outcome} /> : null}
        <label className="visually-hidden" htmlFor="activity-q">
          Search activity
        </label>
        <input
          id="activity-q"
          type="search"
          name="q"
          placeholder="Search activity"
          defaultValue={q}
          maxLength={ACTIVITY_SEARCH_MAX}
        />
        {applets.length > 0 ? (
          <>
            <label className="visually-hidden" htmlFor="applet">
              Applet
            </label>
            <select id="applet" name="applet" defaultValue={applet ?? ''}>
              <option value="">All Applets</option>
              {applets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </>
        ) : null}
        <Button kind="secondary" type="submit">
          Search
        </Button>
      </form>
    </search>
  )
}
