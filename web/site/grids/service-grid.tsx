import type { Service } from '../../../worker/contract/connections/service.ts'
import { ServiceCard } from '../../ui/service/service-card.tsx'

/** Service cards linking to /{module_name} (§2.1). */
export function ServiceGrid({ services }: { services: readonly Service[] }) {
  return (
    <ul className="service-grid">
      {services.map(({ module_name, ...service }) => (
        <li key={module_name}>
          <ServiceCard href={`/${module_name}`} {...service} />
        </li>
      ))}
    </ul>
  )
}
