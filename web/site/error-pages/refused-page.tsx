import { ButtonLink } from '../../ui/button/button.tsx'
import type { PageProps } from '../session/session.ts'
import './message-page.css'

/** `back`: the page whose form it was. */
export type RefusedData = { message: string; back: string }

/** Shown when a form without JavaScript was refused for a reason that its page has no place for. */
export function Page({ data: { message, back } }: PageProps<RefusedData>) {
  return (
    <div className="message-page page">
      <h1>This did not work</h1>
      <p role="alert">{message}</p>
      <ButtonLink href={back}>Go back</ButtonLink>
    </div>
  )
}
