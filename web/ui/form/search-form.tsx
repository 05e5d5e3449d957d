import { Button } from '../button/button.tsx'
import './search-form.css'
import '../styles/forms.css'

type SearchFormProps = { action: string; label: string; placeholder: string; query?: string }

/**
 * A GET form, so that it works without scripts and its result has an address. Without `autoComplete`, Back would put into
 * it what was typed last, not the words of its page.
 */
export function SearchForm({ action, label, placeholder, query = '' }: SearchFormProps) {
  return (
    <search>
      <form className="search-form" autoComplete="off" action={action} method="get">
        <label className="visually-hidden" htmlFor="search-q">
          {label}
        </label>
        <input id="search-q" type="search" name="q" placeholder={placeholder} defaultValue={query} maxLength={200} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
