import { CsrfField } from '../../site/csrf-field.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { PressForm } from './press-form.tsx'
import './press-page.css'

/** `enabled`: only then a press starts something. `pressed`: the run of a press that was sent without script. */
export type PressData = {
  applet: { id: number; name: string; path: string }
  enabled: boolean
  pressed: string | null
}

/** /applets/{id}/press: the Applet's button alone, to be put on a phone's home screen. */
export function Page({ data: { applet, enabled, pressed }, session }: PageProps<PressData>) {
  return (
    <div className="press-page column">
      <header>
        <a href={applet.path}>{applet.name}</a>
        <h1>Press to start</h1>
      </header>
      {enabled ? (
        <>
          <PressForm appletId={applet.id} pressed={pressed} token={<CsrfField session={session} />} />
          <section aria-labelledby="home-screen">
            <h2 id="home-screen">On your home screen</h2>
            <p>
              Open the menu of your browser, or its Share button on an iPhone, and choose “Add to Home Screen”. The icon
              opens this button.
            </p>
          </section>
        </>
      ) : (
        <>
          <p>This Applet is turned off, so its button does nothing. Turn it on first.</p>
          <ButtonLink href={applet.path}>Open the Applet</ButtonLink>
        </>
      )}
    </div>
  )
}
