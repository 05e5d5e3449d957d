import { Button } from './button.tsx'

/** A GET form, so that it works without script and its result has an address. */
export function SearchForm({ action, label, query = '' }: { action: string; label: string; query?: string }) {
  return (
    <search>
      <form className="search-form" action={action} method="get">
        <label className="visually-hidden" htmlFor="search-q">
          {label}
        </label>
        <input id="search-q" type="search" name="q" placeholder={label} defaultValue={query} maxLength={200} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
