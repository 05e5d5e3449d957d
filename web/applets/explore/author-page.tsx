import { authorPath } from '../../../worker/contract/addresses.ts'
import { AUTHOR_CURSOR, type AuthorPage } from '../../../worker/contract/applets/author.ts'
import { AppletGrid } from '../../site/grids/applet-grid.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import './author-page.css'
import '../../site/grids/shelf.css'

/** /authors/{login}: who made them, and their published Applets, most used first. */
export function Page({ data: { author, applets, next }, address }: PageProps<AuthorPage>) {
  const { login } = author
  const later = AUTHOR_CURSOR.test(address.query.after ?? '')
  return (
    <div className="author-page">
      <header className="page">
        <span className="initial" aria-hidden="true">
          {login.slice(0, 1).toUpperCase()}
        </span>
        <h1>{login}</h1>
        <p className="quiet-text">Author of Applets that anyone can use</p>
      </header>
      <section className="page shelf" aria-labelledby="applets">
        <h2 id="applets">{later ? 'More Applets' : 'Applets'}</h2>
        <AppletGrid applets={applets} />
        {later || next ? (
          <nav className="pager" aria-label="Pages">
            {later ? (
              <ButtonLink kind="secondary" href={authorPath(login)}>
                Most popular
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink kind="secondary" rel="next" href={`${authorPath(login)}?after=${next}`}>
                More Applets
              </ButtonLink>
            ) : null}
          </nav>
        ) : null}
      </section>
    </div>
  )
}
