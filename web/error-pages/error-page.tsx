import { ButtonLink } from '../ui/button/button.tsx'
import type { PageProps } from '../site/session.ts'
import { Reference } from '../site/reference.tsx'
import { useSite } from '../site/site-context.tsx'
import './message-page.css'

/** Shown when the API does not answer. The address stays the same, so "Try again" is a reload. */
export function Page({ address }: PageProps<null>) {
  const { support_url } = useSite()
  return (
    <div className="message-page page">
      <h1>This page could not be loaded</h1>
      <p>Something went wrong on our side. Nothing was lost. Please try again in a moment.</p>
      <Reference />
      <ButtonLink href={sameAddress(address)}>Try again</ButtonLink>
      <ul className="ways-on">
        <li>
          <a href="/explore">Explore Applets and services</a>
        </li>
        {support_url && (
          <li>
            <a href={support_url}>Contact support</a>
          </li>
        )}
      </ul>
    </div>
  )
}

function sameAddress({ path, query }: PageProps<null>['address']): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
