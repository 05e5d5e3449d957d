import type { NamedRunStep } from '../../../worker/contract/runs/run-answers.ts'
import type { RunEvent } from '../../../worker/contract/runs/applet-run.ts'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { sizeInWords } from '../../ui/run-state/size-in-words.ts'
import { NamedValues } from '../../ui/named-values/named-values.tsx'
import './run-page.css'

const KINDS: Record<RunEvent['kind'], string> = {
  json: 'JSON',
  form: 'a form',
  text: 'text',
  bytes: 'binary data',
  none: 'no content',
  item: 'an item',
}

type Props = { event: RunEvent; trigger: NamedRunStep | null }

/** The event that started the run. */
export function RunEventPart({ event, trigger }: Props) {
  const { kind, content_type, bytes, text, ingredients } = event
  return (
    <section className="run-part" aria-labelledby="event">
      <h2 id="event">What happened</h2>
      {trigger?.name ? (
        <p className="step-name">
          {trigger.service ? <ServiceIcon name="" src={trigger.service.icon} size={32} /> : null}
          <span>{trigger.service ? `${trigger.service.name}: ${trigger.name}` : trigger.name}</span>
        </p>
      ) : null}
      <p className="quiet-text">{cameAs(kind, bytes, content_type)}</p>
      <NamedValues values={ingredients} />
      {text !== null && text !== '' ? (
        <details>
          <summary>As it was sent</summary>
          {/* Scrolls sideways, so it must take the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>{text}</pre>
        </details>
      ) : null}
      {text === null && ingredients.length === 0 && bytes > 0 ? (
        <p className="quiet-text">Its contents are not kept anymore, so it cannot be replayed.</p>
      ) : null}
    </section>
  )
}

function cameAs(kind: RunEvent['kind'], bytes: number, type: string | null): string {
  if (kind === 'item') return 'Reported by the service.'
  if (kind === 'none' || bytes === 0) return 'A request without content.'
  return `A request with ${KINDS[kind]}: ${sizeInWords(bytes)}${type ? ` of ${type}` : ''}.`
}
