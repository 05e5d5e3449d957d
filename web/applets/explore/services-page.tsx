import type { ServiceDirectory } from '../../../worker/contract/applets/browse.ts'
import { SERVICE_CATEGORIES } from '../../../worker/contract/connections/service.ts'
import { ServiceGrid } from '../../site/grids/service-grid.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { SearchForm } from '../../ui/form/search-form.tsx'
import { CATEGORY_WORDS } from './category-words.ts'
import '../../site/grids/shelf.css'
import '../../ui/filter-links.css'
import './services-page.css'

/** /services: every service, by category. */
export function Page({ data: { services } }: PageProps<ServiceDirectory>) {
  const shelves = SERVICE_CATEGORIES.map((category) => ({
    category,
    of: services.filter((service) => service.category === category),
  })).filter(({ of }) => of.length > 0)
  return (
    <div className="services-page">
      <header className="page">
        <h1>Services</h1>
        <SearchForm
          action="/explore"
          label="Search services, their steps and Applets"
          placeholder="Service, trigger or action"
          query=""
        />
        <nav className="filter-links" aria-label="Categories">
          {shelves.map(({ category }) => (
            <a key={category} href={`#${category}`}>
              {CATEGORY_WORDS[category]}
            </a>
          ))}
        </nav>
      </header>
      {shelves.map(({ category, of }) => (
        <section key={category} className="page shelf" aria-labelledby={category}>
          <h2 id={category}>{CATEGORY_WORDS[category]}</h2>
          <ServiceGrid services={of} />
        </section>
      ))}
    </div>
  )
}
