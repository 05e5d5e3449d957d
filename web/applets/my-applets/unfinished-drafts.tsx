import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { DraftCard } from '../../../worker/contract/drafts/draft.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { agoInWords, type Clock } from '../../ui/dates/dates.ts'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import './unfinished-drafts.css'

/** Applets that the user began and has not finished. */
export function UnfinishedDrafts({ drafts, clock }: { drafts: readonly DraftCard[]; clock: Clock }) {
  if (drafts.length === 0) return null
  return (
    <section className="my-applets-section" aria-labelledby="unfinished">
      <h2 id="unfinished">
        Unfinished <span className="count">{drafts.length}</span>
      </h2>
      <ul className="unfinished-drafts">
        {drafts.map(({ id, name, updated_at, services }) => (
          <li key={id}>
            <span className="icons">
              {services.map((service) =>
                service ? <ServiceIcon key={service.module_name} name="" src={service.icon} size={32} /> : null,
              )}
            </span>
            <span className="words">
              <b>{name}</b>
              <span className="changed">Changed {agoInWords(updated_at, clock.now, clock.timeZone)}</span>
            </span>
            <ButtonLink kind="secondary" size="small" href={draftPath(id)}>
              Continue<span className="visually-hidden"> {name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
