import type { NamedRunStep } from '../../../worker/contract/runs/run-answers.ts'
import type { RunEvent } from '../../../worker/contract/runs/applet-run.ts'
import { dayInWords, timeInWords } from '../../ui/dates/dates.ts'
import { SaidParts } from '../../ui/said/said-parts.tsx'
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

type Props = { event: RunEvent; trigger: NamedRunStep | null; timeZone: string }

/** The event that started the run. */
export function RunEventPart({ event, trigger, timeZone }: Props) {
  const { kind, content_type, bytes, text, ingredients } = event
  // A press has nothing that could have been sent.
  const isRequest = kind !== 'item' && (kind !== 'none' || trigger?.module_name === 'webhooks')
  const empty = ingredients.filter(({ value }) => value === '').map(({ name }) => name)
  return (
    <section className="run-part" aria-labelledby="event">
      <h2 id="event">What started it</h2>
      {trigger?.name ? (
        <p className="step-name">
          {trigger.service ? <ServiceIcon name="" src={trigger.service.icon} size={32} /> : null}
          <span>{trigger.service ? `${trigger.service.name}: ${trigger.name}` : trigger.name}</span>
        </p>
      ) : null}
      {trigger && trigger.said.length > 0 ? (
        <p>
          <SaidParts parts={trigger.said} />
        </p>
      ) : null}
      <NamedValues values={ingredients.filter(({ value }) => value !== '').map((each) => readable(each, timeZone))} />
      {empty.length > 0 ? <p className="quiet-text">{`Empty: ${empty.join(', ')}.`}</p> : null}
      {isRequest && (text === null || text === '') ? (
        <p className="quiet-text">{cameAs(kind, bytes, content_type)}</p>
      ) : null}
      {text !== null && text !== '' ? (
        <details>
          <summary>As it was sent</summary>
          <p className="quiet-text">{cameAs(kind, bytes, content_type)}</p>
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

/** A time as services report it. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A time in the user's zone and words; everything else as it came. */
function readable({ name, value }: RunEvent['ingredients'][number], timeZone: string) {
  const time = TIME.test(value) ? Date.parse(value) : Number.NaN
  return { name, value: Number.isNaN(time) ? value : `${dayInWords(time, timeZone)}, ${timeInWords(time, timeZone)}` }
}

function cameAs(kind: RunEvent['kind'], bytes: number, type: string | null): string {
  if (kind === 'item') return 'As the service reported it.'
  if (kind === 'none' || bytes === 0) return 'A request without content.'
  return `A request with ${KINDS[kind]}: ${sizeInWords(bytes)}${type ? ` of ${type}` : ''}.`
}
