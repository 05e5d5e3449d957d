import { useState } from 'react'
import { appletPath } from '../../../worker/contract/addresses.ts'
import type { PublishedText } from '../../../worker/contract/applets/applet-input.ts'
import type { Publication } from '../../../worker/contract/applets/publication.ts'
import type { PageProps } from '../../site/session/session.ts'
import type { PublishPageData } from './load-publish-page.ts'
import { Destinations } from '../details/destinations.tsx'
import { PublicationFields } from './publication-fields.tsx'
import { PublicationPreview } from './publication-preview.tsx'
import { PublicationProblem } from './publication-problem.tsx'
import { PublishForm } from './publish-form.tsx'
import { TakeItBack } from './take-it-back.tsx'
import './publish-page.css'

/** /applets/{id}/publish: what others will see of the author's Applet, before it is public and after. */
export function Page({ data: { publication, seen } }: PageProps<PublishPageData>) {
  const { applet } = publication
  const [text, setText] = useState<PublishedText>(() => textOf(publication))
  return (
    <div className="publish-page page">
      <header>
        <a href={appletPath(applet)}>{applet.name}</a>
        <h1>{applet.taken_down ? 'What others saw' : applet.published ? 'What others see' : 'Publish this Applet'}</h1>
        {applet.taken_down ? null : (
          <p>
            {applet.published
              ? 'Anyone can find this Applet and turn it on.'
              : 'Once it is public, anyone can see it, turn it on and make a copy. You can take it back at any time.'}
          </p>
        )}
        {applet.filter_code ? <p>Its filter code is public too, with every word in it.</p> : null}
        <PublicationProblem publication={publication} />
      </header>
      <div className="parts">
        <section aria-labelledby="words">
          <h2 id="words">In your words</h2>
          <PublishForm publication={publication} onText={setText} />
        </section>
        <div className="beside">
          <section aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <PublicationPreview applet={{ ...applet, ...text, name: text.name || 'Without a name' }} seen={seen} />
          </section>
          <Destinations items={applet.fixed_destinations} words="Others read this before they turn it on." />
          <PublicationFields publication={publication} />
          {applet.published && !applet.taken_down ? <TakeItBack applet={applet} /> : null}
        </div>
      </div>
    </div>
  )
}

function textOf({ name, applet: { description, value_propositions } }: Publication): PublishedText {
  return { name, description, value_propositions }
}
