import {
  MY_APPLETS_SEARCH_MAX,
  MY_APPLETS_SORTS,
  MY_APPLETS_STATUSES,
  type MyApplets,
} from '../../../worker/contract/applets/my-applets.ts'
import { Button } from '../../ui/button/button.tsx'
import { addressWith, MY_APPLETS_PATH, type MyAppletsFilter } from './my-applets-filter.ts'
import { SORT_WORDS, STATUS_WORDS } from './my-applets-words.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import '../../ui/filter-links.css'
import './my-applets.css'
import '../../ui/styles/forms.css'

type Props = Pick<MyApplets, 'counts' | 'services'> & { filter: MyAppletsFilter }

/** Search, sort and filters as links and a GET form, so that they work without scripts and every result has an address. */
export function MyAppletsFilters({ counts, services, filter }: Props) {
  return (
    <div className="my-applets-filters">
      <FilterForm services={services} filter={filter} />
      <StatusLinks counts={counts} filter={filter} />
    </div>
  )
}

function FilterForm({ services, filter }: Omit<Props, 'counts'>) {
  const { form, keepFocus } = useKeptFocus('my_applets')
  const { q, status, service, sort } = filter
  return (
    <search>
      <form
        ref={form}
        className="filter-form find"
        autoComplete="off"
        action={MY_APPLETS_PATH}
        method="get"
        onSubmit={keepFocus}
      >
        {status && <input type="hidden" name="status" value={status} />}
        <label className="visually-hidden" htmlFor="my-q">
          Search my Applets
        </label>
        <input
          id="my-q"
          type="search"
          name="q"
          placeholder="Name, service"
          defaultValue={q}
          maxLength={MY_APPLETS_SEARCH_MAX}
        />
        <label className="visually-hidden" htmlFor="my-service">
          Service
        </label>
        <select id="my-service" name="service" defaultValue={service ?? ''}>
          <option value="">All services</option>
          {services.map(({ module_name, name }) => (
            <option key={module_name} value={module_name}>
              {name}
            </option>
          ))}
        </select>
        <label className="visually-hidden" htmlFor="my-sort">
          Sort by
        </label>
        <select id="my-sort" name="sort" defaultValue={sort}>
          {MY_APPLETS_SORTS.map((each) => (
            <option key={each} value={each}>
              {SORT_WORDS[each]}
            </option>
          ))}
        </select>
        <Button kind="secondary" type="submit">
          Search
        </Button>
      </form>
    </search>
  )
}

/** Only the statuses that some Applet has, and the chosen one. */
function StatusLinks({ counts, filter }: Omit<Props, 'services'>) {
  const shown = MY_APPLETS_STATUSES.filter((status) => counts[status] > 0 || status === filter.status)
  return (
    <nav aria-label="Status">
      <ul className="filter-links">
        {([null, ...shown] as const).map((status) => (
          <li key={status ?? 'all'}>
            <a
              href={addressWith({ ...filter, status, after: null })}
              aria-current={filter.status === status ? 'page' : undefined}
            >
              {status ? STATUS_WORDS[status] : 'All'} <span className="count">{counts[status ?? 'all']}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
