import { AppletGrid } from '../../site/grids/applet-grid.tsx'
import { ServiceGrid } from '../../site/grids/service-grid.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/panel/empty-state.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { SearchForm } from '../../ui/form/search-form.tsx'
import type { ExploreData } from './load-explore.ts'
import { FoundSteps } from './found-steps.tsx'
import './explore-page.css'
import '../../site/grids/shelf.css'

/** Search over published Applets, services and their steps; without a query, what is popular. */
export function Page({ data: { services, steps, applets, problem }, address }: PageProps<ExploreData>) {
  const query = (address.query.q ?? '').trim()
  const nothing = services.length + steps.length + applets.length === 0
  return (
    <div className="explore-page">
      <header className="page">
        <h1>{query ? `Results for “${query}”` : 'Explore'}</h1>
        <SearchForm
          action="/explore"
          label="Search services, their steps and Applets"
          placeholder="Service, step or Applet"
          query={query}
        />
        {problem === 'unavailable' && (
          <ErrorPanel title="Search does not work right now">
            Please try again in a few minutes. Meanwhile, this is what is popular.
          </ErrorPanel>
        )}
        {query && !nothing && !problem && (
          <p className="quiet-text">{found(services.length, steps.length, applets.length)}</p>
        )}
      </header>
      {nothing && (
        <div className="page">
          <EmptyState {...emptyWords(query, problem)}>
            {query && (
              <ButtonLink href="/explore" kind="secondary">
                Show everything
              </ButtonLink>
            )}
          </EmptyState>
        </div>
      )}
      {services.length > 0 && (
        <section className="page shelf" aria-labelledby="services">
          <h2 id="services">Services</h2>
          <ServiceGrid services={services} />
          {query ? null : (
            <p>
              <a href="/services">All services by category</a>
            </p>
          )}
        </section>
      )}
      {steps.length > 0 && (
        <section className="page shelf" aria-labelledby="steps">
          <h2 id="steps">Triggers, queries and actions</h2>
          <FoundSteps steps={steps} />
        </section>
      )}
      {applets.length > 0 && (
        <section className="page shelf" aria-labelledby="applets">
          <h2 id="applets">Applets</h2>
          <AppletGrid applets={applets} />
        </section>
      )}
    </div>
  )
}

function emptyWords(query: string, problem: ExploreData['problem']): { title: string; text: string } {
  if (problem === 'limited')
    return { title: 'Too many searches', text: 'You have searched very often. Please wait a minute and try again.' }
  const text = 'Search for a service by its name, or for what should happen: rain, new task, new issue.'
  return { title: query ? 'Nothing found' : 'Nothing here yet', text }
}

const LIST = new Intl.ListFormat('en')

function found(services: number, steps: number, applets: number): string {
  return LIST.format([counted(services, 'service'), counted(steps, 'step'), counted(applets, 'Applet')].filter(Boolean))
}

function counted(count: number, thing: string): string {
  return count === 0 ? '' : `${count} ${thing}${count === 1 ? '' : 's'}`
}
