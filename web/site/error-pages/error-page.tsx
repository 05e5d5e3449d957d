import { ButtonLink } from '../../ui/button/button.tsx'
import type { PageProps } from '../session/session.ts'
import { Reference } from '../reference.tsx'
import { SupportWays } from './support-ways.tsx'
import './message-page.css'

/** Shown when the API does not answer. The address stays the same, so "Try again" is a reload. */
export function Page({ address }: PageProps<null>) {
  return (
    <div className="message-page page">
      <h1>This page could not be loaded</h1>
      <p>Something went wrong on our side. Nothing was lost. Please try again in a moment.</p>
      <Reference />
      <ButtonLink href={sameAddress(address)}>Try again</ButtonLink>
      <SupportWays />
    </div>
  )
}

function sameAddress({ path, query }: PageProps<null>['address']): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
