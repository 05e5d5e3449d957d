import type { PageProps } from '../site/session.ts'
import type { Home } from '../../worker/contract/catalogue.ts'
import { useSite } from '../site/site-context.tsx'

export function Page({ data }: PageProps<Home>) {
  const { product_name } = useSite()
  return (
    <>
      <h1>Popular services on {product_name}</h1>
      <ul>
        {data.services.map((service) => (
          <li key={service.module_name}>
            <a href={`/${service.module_name}`}>{service.name}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
