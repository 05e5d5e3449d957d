import type { ServicePage } from '../../../worker/contract/applets/browse.ts'
import { ServiceConnection, type ServiceViewer } from '../../connections/service-connection.tsx'
import { STEP_KINDS, type CatalogStep, type Service } from '../../../worker/contract/connections/service.ts'
import { stoppedService } from '../../../worker/contract/connections/stopped-service.ts'
import { actionInSentence, triggerInSentence } from '../../../worker/contract/sentences/proposed-name.ts'
import { AppletGrid } from '../../site/grids/applet-grid.tsx'
import type { PageProps } from '../../site/session/session.ts'
import { BrandFill, brandClasses } from '../../ui/service/brand-fill.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { appletIdeas } from './applet-ideas.ts'
import { ExclusiveNote } from './exclusive-note.tsx'
import { STEP_WORDS, stepPath } from './step-words.ts'
import './service-page.css'
import '../../site/grids/shelf.css'

type Props = PageProps<ServicePage, ServiceViewer | null>

/** /{module_name}: the viewer's accounts, the Applets that use the service, and its triggers, queries and actions. */
export function Page({ data: { service, is_stopped, ways, terms_url, credit, steps, applets }, session }: Props) {
  return (
    <div className="service-page">
      <header className={`service-head ${brandClasses(service.brand)}`}>
        <BrandFill brand={service.brand} />
        <div className="page">
          <ServiceIcon name="" src={service.lrg_monochrome_image_url} size={54} mono lead />
          <h1>{service.name}</h1>
          <p>{service.description}</p>
          {is_stopped ? <p>{stoppedService(service.name)}</p> : null}
          {service.is_new ? <p>New here: nobody has told us yet that it works as it should.</p> : null}
          <ExclusiveNote service={service} session={session} />
        </div>
      </header>
      <ServiceConnection service={service} ways={ways} session={session} />
      {applets.length > 0 && (
        <section className="page shelf" aria-labelledby="applets">
          <h2 id="applets">Applets with {service.name}</h2>
          <AppletGrid applets={applets} />
        </section>
      )}
      {service.published && <Ideas service={service} steps={steps} />}
      <div className="page step-lists">
        {STEP_KINDS.map((kind) => (
          <StepList key={kind} service={service} steps={steps.filter((step) => step.kind === kind)} />
        ))}
      </div>
      <Credit service={service} terms_url={terms_url} credit={credit} />
    </div>
  )
}

/** Applets that one could make with the service; the builder opens with their steps. */
function Ideas({ service, steps }: Pick<ServicePage, 'service' | 'steps'>) {
  const ideas = appletIdeas(service.module_name, steps)
  if (ideas.length === 0) return null
  return (
    <section className="page step-list" aria-labelledby="ideas">
      <h2 id="ideas">Make your own</h2>
      <p className="quiet-text">{`What ${service.name} could do for you. Press one to set it up.`}</p>
      <ul className="steps">
        {ideas.map(({ trigger, action, path }) => (
          <li key={path}>
            <a href={path}>
              <span>
                <b>{triggerInSentence(trigger)}</b>, <b>{actionInSentence(action)}</b>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Credit({ service, terms_url, credit }: Pick<ServicePage, 'service' | 'terms_url' | 'credit'>) {
  if (terms_url === null && credit === null) return null
  return (
    <p className="page credit quiet-text">
      {credit} {terms_url === null ? null : <a href={terms_url}>{`Terms of ${service.name}`}</a>}
    </p>
  )
}

function StepList({ service, steps }: { service: Service; steps: readonly CatalogStep[] }) {
  const [first] = steps
  if (!first) return null
  const { plural, does } = STEP_WORDS[first.kind]
  return (
    <section className="step-list" aria-labelledby={plural}>
      <h2 id={plural}>{plural}</h2>
      <p className="quiet-text">{does}</p>
      <ul className="steps">
        {steps.map((step) => (
          <li key={step.slug}>
            <StepRow step={step} linked={service.published} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Only steps of published services have pages (§2.2). */
function StepRow({ step, linked }: { step: CatalogStep; linked: boolean }) {
  const words = (
    <>
      <b>{step.name}</b>
      <span className="quiet-text">{step.description}</span>
    </>
  )
  return linked ? <a href={stepPath(step)}>{words}</a> : <div>{words}</div>
}
