import './needs-script.css'
/** Shown without JavaScript on a page that cannot do its one thing then. */
export function NeedsScript() {
  return <p className="needs-script">This page needs JavaScript. Please turn it on and load the page again.</p>
}
