import type { PageProps } from './session.ts'

/** Shown when the API does not answer; the address stays, so that trying again is a reload. */
export function Page({ address }: PageProps<null>) {
  return (
    <div className="message-page">
      <h1>This page could not be loaded</h1>
      <p>Something went wrong on our side. Nothing of yours is lost.</p>
      <p>
        <a href={address.path}>Try again</a>
      </p>
    </div>
  )
}
