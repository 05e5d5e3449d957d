import { SearchForm } from '../../ui/form/search-form.tsx'
import './message-page.css'

/** The 404 page. */
export function Page() {
  return (
    <div className="message-page page">
      <h1>This page does not exist</h1>
      <p>The address may be mistyped, or the page is gone.</p>
      <SearchForm action="/explore" label="Search services and Applets" placeholder="Service or Applet" />
      <ul className="ways-on">
        <li>
          <a href="/explore">Explore Applets and services</a>
        </li>
        <li>
          <a href="/my_applets">My Applets</a>
        </li>
      </ul>
    </div>
  )
}
